// What the canvas draws with: colours of the theme, and a pattern for each verdict, so that it is told
// without colour.
import type { Verdict } from "../../protocol/messages";
import { themeColour } from "../../widgets/theme_colour";

export interface Paint {
  background: string;
  raised: string;
  sunken: string;
  border: string;
  edge: string;
  text: string;
  faint: string;
  accent: string;
  step: [string, string];
  merged: string;
  tints: string[];
  density: string;
  verdict: Record<Verdict, string>;
  fill: Record<Verdict, string | CanvasPattern>;
  font: string;
}

const CELL = 6;

export function readPaint(context: CanvasRenderingContext2D): Paint {
  const verdict = {
    origin: themeColour("--nan"), inherited: themeColour("--neg-inf"), masked: themeColour("--zero"), handled: themeColour("--good"),
  };
  return {
    background: themeColour("--background"),
    raised: themeColour("--raised"),
    sunken: themeColour("--sunken"),
    border: themeColour("--border"),
    edge: themeColour("--edge"),
    text: themeColour("--text"),
    faint: themeColour("--faint"),
    accent: themeColour("--accent"),
    step: [themeColour("--mark-step"), themeColour("--mark-step-other")],
    merged: themeColour("--mark-merged"),
    tints: ["--mark-1", "--mark-2", "--mark-3", "--mark-4"].map(themeColour),
    density: themeColour("--mark-density"),
    verdict,
    fill: {
      origin: themeColour("--nan-soft"),
      inherited: pattern(context, themeColour("--neg-inf-soft"), verdict.inherited, "stripes"),
      masked: pattern(context, themeColour("--sunken"), verdict.masked, "dots"),
      handled: pattern(context, themeColour("--sunken"), verdict.handled, "dots"),
    },
    font: getComputedStyle(document.body).fontFamily,
  };
}

function pattern(context: CanvasRenderingContext2D, ground: string, ink: string, kind: "stripes" | "dots"): CanvasPattern | string {
  const sharpness = window.devicePixelRatio || 1;
  const tile = document.createElement("canvas");
  tile.width = tile.height = Math.round(CELL * sharpness);
  const pen = tile.getContext("2d");
  if (!pen) return ground;
  pen.scale(sharpness, sharpness);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, CELL, CELL);
  pen.globalAlpha = 0.55;
  if (kind === "stripes") {
    pen.strokeStyle = ink;
    pen.lineWidth = 1.2;
    for (const shift of [-CELL, 0, CELL]) {
      pen.beginPath();
      pen.moveTo(shift, CELL);
      pen.lineTo(shift + CELL, 0);
      pen.stroke();
    }
  } else {
    pen.fillStyle = ink;
    pen.fillRect(1, 1, 1.5, 1.5);
    pen.fillRect(4, 4, 1.5, 1.5);
  }
  const made = context.createPattern(tile, "repeat");
  made?.setTransform(new DOMMatrix().scale(1 / sharpness));
  return made ?? ground;
}

/** The sign of a verdict as widgets/health draws it: a disc, a ring, a ring struck through, a ring with a point. */
export function drawSign(context: CanvasRenderingContext2D, paint: Paint, verdict: Verdict, x: number, y: number): void {
  const colour = paint.verdict[verdict];
  context.beginPath();
  context.arc(x, y, 3.4, 0, 2 * Math.PI);
  context.fillStyle = verdict === "origin" ? colour : paint.background;
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 1.4;
  context.stroke();
  if (verdict === "handled") {
    context.beginPath();
    context.arc(x, y, 1.2, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
  }
  if (verdict !== "masked") return;
  context.beginPath();
  context.moveTo(x - 2.4, y + 2.4);
  context.lineTo(x + 2.4, y - 2.4);
  context.stroke();
}
