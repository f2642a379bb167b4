import { codex } from "./drivers/codex.ts";
import { hostEverywhere } from "./host-everywhere.ts";
import { hostFailsClosed } from "./host-fails-closed.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(codex);
hostEverywhere(codex);
hostFailsClosed(codex);
