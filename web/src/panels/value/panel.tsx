import { Empty } from "../../widgets/notice";

export function ValuePanel() {
  return <Empty title="Value" />;
}
