import { qwenCode } from "./drivers/qwen-code.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(qwenCode);
