import { claudeCode } from "./drivers/claude-code.ts";
import { hostEverywhere } from "./host-everywhere.ts";
import { hostFailsClosed } from "./host-fails-closed.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(claudeCode);
hostEverywhere(claudeCode);
hostFailsClosed(claudeCode);
