import { Empty } from "../../widgets/notice";

export function TimelinePanel() {
  return <Empty title="Timeline" />;
}
