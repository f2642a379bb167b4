/** Tests open workspaces, and a workspace watches and mends the control files of its user's home: never the real one. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const home = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-home-"));
process.env.HOME = home;
process.env.XDG_STATE_HOME = join(home, "state");
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
