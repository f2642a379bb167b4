import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/support/temp-folder.ts";
import { serve, serveAcp, serveGateway } from "./main.ts";

interface Started {
  root: string;
  env: NodeJS.ProcessEnv;
  userHome: () => string | null;
  complain(text: string): void;
}

/** What would start beside the gate leaves a mark. */
function marking(mark: string): string[] {
  return [process.execPath, "-e", `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "")`];
}

const doors: [string, (started: Started, mark: string) => Promise<number>][] = [
  ["mcp", (started) => serve({ ...started, http: null, identity: "hooked", tell: () => undefined })],
  ["mcp --own-session", (started) => serve({ ...started, http: null, identity: "own-session", tell: () => undefined })],
  ["mcp --http", (started) => serve({ ...started, http: { port: 0 }, identity: "own-session", tell: () => undefined })],
  [
    "mcp-gateway",
    (started, mark) =>
      serveGateway({
        ...started,
        servers: { words: marking(mark), name: null },
        contain: false,
        http: null,
        cwd: started.root,
        tell: () => undefined,
      }),
  ],
  ["acp", (started, mark) => serveAcp({ ...started, words: marking(mark), cwd: started.root })],
];

describe.each(doors)("`intentgate %s` is not started, nor anything behind it,", (_door, start) => {
  it.each<[string, string]>([
    ["with another state folder than the one in which the root was put under the gate", "planted"],
    ["with a state folder that is not there", "none/at/all"],
  ])("%s", async (_what, other) => {
    const top = tempFolder("mcp-state");
    const [root, home, mark] = [join(top, "repo"), join(top, "home"), join(top, "mark")];
    const usual = join(home, ".local/state/intentgate");
    for (const folder of [root, usual, join(top, "planted/intentgate")]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(usual, "roots.json"), JSON.stringify({ version: 1, roots: [root] }));
    const said: string[] = [];
    const complain = (text: string) => void said.push(text);
    const code = await start({ root, env: { XDG_STATE_HOME: join(top, other) }, userHome: () => home, complain }, mark);
    expect([code, said.join()]).toEqual([2, expect.stringMatching(/XDG_STATE_HOME leads to .*\.env.*roots\.json/)]);
    expect([existsSync(mark), existsSync(join(top, other, "intentgate/hosts"))]).toEqual([false, false]);
  });
});
