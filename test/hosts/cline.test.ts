import { cline } from "./drivers/cline.ts";
import { hostHolds } from "./host-holds.ts";

hostHolds(cline);
