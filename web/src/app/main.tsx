import { render } from "preact";

import { listen } from "../engine/changes";
import { followOverview } from "../engine/runs";
import { Shell } from "./shell";
import "./theme.css";

listen();
followOverview();
const root = document.getElementById("app");
if (root) render(<Shell />, root);
