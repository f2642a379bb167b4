/** The page: takes the key out of the address, then shows itself. */
import "./styles/main.css";
import { render } from "preact";
import { App } from "./shell/app.tsx";
import { showAllText } from "./shell/show-text.ts";
import { takeKey } from "./state/client.ts";
import { listen } from "./state/live.ts";
import { followAddress } from "./state/place.ts";
import { watchScreen } from "./state/screen.ts";
import { keepTab } from "./state/tab.ts";
import { applyTheme } from "./state/theme.ts";

showAllText();
takeKey(location, history, localStorage);
followAddress();
applyTheme();
watchScreen();
listen();
if (isSecureContext) void keepTab();
const ground = document.getElementById("app");
if (ground) render(<App />, ground);
