import { claudeCode } from "./drivers/claude-code.ts";
import { hostFailsClosed } from "./host-fails-closed.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(claudeCode);
hostFailsClosed(claudeCode);
