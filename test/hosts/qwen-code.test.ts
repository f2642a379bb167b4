import { qwenCode } from "./drivers/qwen-code.ts";
import { hostEverywhere } from "./host-everywhere.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(qwenCode);
hostEverywhere(qwenCode);
