// Which panel shows which view. The only place that knows them all.
import type { ComponentType } from "preact";

import type { View } from "../engine/place";
import { AlertsPanel } from "../panels/alerts/panel";
import { GraphPanel } from "../panels/graph/panel";
import { SourcePanel } from "../panels/source/panel";
import { TensorsPanel } from "../panels/tensors/panel";
import { TimelinePanel } from "../panels/timeline/panel";
import { ValuePanel } from "../panels/value/panel";

export const PANELS: Record<View, ComponentType> = {
  alerts: AlertsPanel,
  timeline: TimelinePanel,
  tensors: TensorsPanel,
  graph: GraphPanel,
  source: SourcePanel,
  value: ValuePanel,
};
