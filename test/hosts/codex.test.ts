import { codex } from "./drivers/codex.ts";
import { hostFailsClosed } from "./host-fails-closed.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(codex);
hostFailsClosed(codex);
