import { Empty } from "../../widgets/notice";

export function AlertsPanel() {
  return <Empty title="Alerts" />;
}
