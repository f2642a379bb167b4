/** The page: takes the key out of the address, then shows itself. */
import "./styles/main.css";
import { render } from "preact";
import { App } from "./shell/app.tsx";
import { takeKey } from "./state/client.ts";
import { listen } from "./state/live.ts";
import { followAddress, readAddress } from "./state/place.ts";
import { watchScreen } from "./state/screen.ts";
import { applyTheme } from "./state/theme.ts";

takeKey(location, history, localStorage);
readAddress();
followAddress();
applyTheme();
watchScreen();
listen();
const ground = document.getElementById("app");
if (ground) render(<App />, ground);
