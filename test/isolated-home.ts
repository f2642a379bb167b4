/** Tests open workspaces, and a workspace watches and mends the control files of its user's home: never the real one. */
import { join } from "node:path";
import { afterAll } from "vitest";
import { removeTempFolders, tempFolder } from "./support/temp-folder.ts";

const home = tempFolder("home");
process.env.HOME = home;
process.env.XDG_STATE_HOME = join(home, "state");
afterAll(removeTempFolders);
