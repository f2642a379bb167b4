import { opencode } from "./drivers/opencode.ts";
import { hostFailsClosed } from "./host-fails-closed.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(opencode);
hostFailsClosed(opencode);
