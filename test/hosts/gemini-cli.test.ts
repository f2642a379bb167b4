import { geminiCli } from "./drivers/gemini-cli.ts";
import { hostEverywhere } from "./host-everywhere.ts";
import { hostFailsClosed } from "./host-fails-closed.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(geminiCli);
hostEverywhere(geminiCli);
hostFailsClosed(geminiCli);
