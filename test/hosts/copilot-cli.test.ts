import { copilotCli } from "./drivers/copilot-cli.ts";
import { hostEverywhere } from "./host-everywhere.ts";
import { hostFailsClosed } from "./host-fails-closed.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(copilotCli);
hostEverywhere(copilotCli);
hostFailsClosed(copilotCli);
