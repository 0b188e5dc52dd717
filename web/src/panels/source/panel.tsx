import { Empty } from "../../widgets/notice";

export function SourcePanel() {
  return <Empty title="Source" />;
}
