import { render } from "preact";

import { showOnlyVisibleText } from "../base/visible_text";
import { listen } from "../engine/changes";
import { followOverview } from "../engine/runs";
import { listenForKeys } from "../engine/shortcuts";
import { Shell } from "./shell";
import { followTheme } from "./theme";
import "./theme.css";
import "./controls.css";

showOnlyVisibleText();
followTheme();
listen();
listenForKeys();
followOverview();
const root = document.getElementById("app");
if (root) render(<Shell />, root);
