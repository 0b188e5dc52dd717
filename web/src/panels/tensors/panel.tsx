import { Empty } from "../../widgets/notice";

export function TensorsPanel() {
  return <Empty title="Tensors" />;
}
