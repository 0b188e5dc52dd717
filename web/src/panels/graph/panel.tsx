import { Empty } from "../../widgets/notice";

export function GraphPanel() {
  return <Empty title="Graph" />;
}
