import { geminiCli } from "./drivers/gemini-cli.ts";
import { hostFailsClosed } from "./host-fails-closed.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(geminiCli);
hostFailsClosed(geminiCli);
