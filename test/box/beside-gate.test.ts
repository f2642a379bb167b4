/** What an agent's command writes beside the tree: scratch that comes back, scratch that does not, the home folder. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage();
  gate.take("INT-1");
});
afterAll(() => gate.clear());

function ran(body: string) {
  gate.plain(`cat > src/t.sh <<'TRIES'\n${body}\nTRIES`);
  return gate.run("bash src/t.sh").result;
}
const beside = (name: string) => `/tmp/${gate.home.split("/").at(-2)}-${name}`;

it("puts nothing into another governed root below /tmp, and says so", () => {
  const other = beside("root");
  gate.plain(`mkdir -p ${other}; cd ${other}; git init -q; mkdir src .claude; echo a > src/a.ts`);
  gate.plain(`cd ${other}; script -qec '${gate.program} init --yes' /dev/null < /dev/null`);
  const look = `cd ${other}; find . -path ./.orchestration/logs -prune -o -type f -printf '%m %s %p\\n' | sort`;
  const before = gate.plain(look);
  expect(before).toContain(".orchestration/policy.yaml");
  const said =
    ran(`cd ${other}; printf '#!/bin/sh\\ntouch pwned\\n' > .git/hooks/post-commit; chmod +x .git/hooks/post-commit
echo '{}' > .claude/settings.local.json; mkdir -p .orchestration/approvals; echo '{"answer":"approve"}' > .orchestration/approvals/x.json
echo x > src/new.ts; echo b > src/a.ts; mkdir -p .system/hooks; echo x > .system/hooks/a.yaml; echo ../x > .git/commondir`);
  expect(gate.plain(look)).toBe(before);
  expect(said?.stderr).toMatch(/^Not kept: \/tmp\/\S+-root\/.* and \d more\. [^\n]*\n$/);
  gate.plain(`rm -rf ${other}`);
});

it("puts nothing into the place of a governed root that is gone for the moment", () => {
  const other = beside("away");
  gate.plain(
    `mkdir -p ${other}; cd ${other}; git init -q; script -qec '${gate.program} init --yes' /dev/null < /dev/null`,
  );
  gate.plain(`mv ${other} ${other}-kept`);
  ran(`mkdir ${other}; echo x > ${other}/file`);
  expect(existsSync(other)).toBe(false);
  gate.plain(`rm -rf ${other}-kept`);
});

it("brings a new file of scratch back without a word", () => {
  expect(ran(`echo t > ${beside("file")}`)?.stderr).toBe("");
  expect(gate.plain(`cat ${beside("file")}; rm ${beside("file")}`)).toBe("t\n");
});

it("names what is lost in the home folder, and no cache", () => {
  const said = ran(
    "mkdir -p ~/.cache/x; echo 1 > ~/.cache/x/y; echo 1 > ~/.npmrc2; mkdir -p ~/notes; echo 1 > ~/notes/n",
  );
  expect(said?.stderr).toMatch(
    /^Not kept: ~\/\.npmrc2, ~\/notes\/n\. [^\n]*\n$|^Not kept: ~\/notes\/n, ~\/\.npmrc2\. [^\n]*\n$/,
  );
  expect(gate.plain("ls -d ~/notes ~/.npmrc2 2>/dev/null")).toBe("");
  expect(ran("mkdir -p ~/.cache/x; echo 1 > ~/.cache/x/y")?.stderr).toBe("");
});
