import { cline } from "./drivers/cline.ts";
import { hostEverywhere } from "./host-everywhere.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(cline);
hostEverywhere(cline);
