import { copilotCli } from "./drivers/copilot-cli.ts";
import { hostFailsClosed } from "./host-fails-closed.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(copilotCli);
hostFailsClosed(copilotCli);
