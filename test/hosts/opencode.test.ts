import { opencode } from "./drivers/opencode.ts";
import { hostEverywhere } from "./host-everywhere.ts";
import { hostFailsClosed } from "./host-fails-closed.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(opencode);
hostEverywhere(opencode);
hostFailsClosed(opencode);
