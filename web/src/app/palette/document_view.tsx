// The answer of a command: styled text and tables, whose links run the commands that lead on.
import { countText } from "../../base/numbers";
import type { Block, Column, Document, Segment, TextLine } from "../../protocol/messages";
import "./document_view.css";

type Follow = (command: string) => void;

export function DocumentView({ document, onCommand }: { document: Document; onCommand: Follow }) {
  return (
    <div class={`document document-${document.severity}`}>
      {document.title !== "" && <h3>{document.title}</h3>}
      {document.blocks.map((block, index) =>
        block.columns.length > 0
          ? <TableView key={index} block={block} onCommand={onCommand} />
          : <Lines key={index} lines={block.lines} onCommand={onCommand} />)}
    </div>
  );
}

function Lines({ lines, onCommand }: { lines: TextLine[]; onCommand: Follow }) {
  return (
    <div class="document-lines">
      {lines.map((line, index) => (
        <div key={index} class="document-line">
          {line.segments.map((segment, at) => <Piece key={at} segment={segment} onCommand={onCommand} />)}
        </div>
      ))}
    </div>
  );
}

function Piece({ segment, onCommand }: { segment: Segment; onCommand: Follow }) {
  const style = `style-${segment.style}`;
  if (segment.command === "") return <span class={style}>{segment.text}</span>;
  return (
    <button type="button" class={`follow ${style}`} title={segment.command} onClick={() => onCommand(segment.command)}>
      {segment.text}
    </button>
  );
}

function TableView({ block, onCommand }: { block: Block; onCommand: Follow }) {
  const headed = block.columns.some((column) => column.heading !== "");
  const more = block.num_rows - block.rows.length;
  return (
    <>
      <table>
        {headed && (
          <thead>
            <tr>{block.columns.map((column) => <Heading key={column.key} column={column} onCommand={onCommand} />)}</tr>
          </thead>
        )}
        <tbody>
          {block.rows.map((row, index) => (
            <tr key={index}>
              {row.cells.map((cell, at) => (
                <td key={at} class={block.columns[at]?.right ? "right" : undefined}>
                  <Piece segment={cell} onCommand={onCommand} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="faint">{`${countText(more)} more rows are not shown here.`}</p>}
    </>
  );
}

function Heading({ column, onCommand }: { column: Column; onCommand: Follow }) {
  const side = column.right ? "right" : undefined;
  if (column.heading === "") return <td class={side} />;
  return (
    <th class={side} scope="col">
      {column.command === "" ? column.heading : (
        <button type="button" class="follow" title={column.command} onClick={() => onCommand(column.command)}>
          {column.heading}
        </button>
      )}
    </th>
  );
}
