/** The page: takes the key out of the address, then shows itself. */
import "./styles/main.css";
import { render } from "preact";
import { App } from "./shell/app.tsx";
import { takeKey } from "./shell/entry-key.ts";
import { listen } from "./shell/live.ts";
import { followAddress, readAddress } from "./shell/place.ts";
import { watchScreen } from "./shell/screen.ts";
import { applyTheme } from "./shell/theme.ts";

takeKey(location, history, localStorage);
readAddress();
followAddress();
applyTheme();
watchScreen();
listen();
const ground = document.getElementById("app");
if (ground) render(<App />, ground);
