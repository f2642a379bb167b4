/** What the reading once took for harmless, further members of each class: through the gate none leaves a trace outside the scope. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
let before = "";
beforeAll(async () => {
  gate = await setGateStage();
  gate.take("INT-1");
  gate.plain("echo b > docs/b.md; git add -A; git commit -qm all");
  before = gate.plain(look);
});
afterAll(() => gate.clear());

/** Everything outside the scope but what the gate writes down itself. */
const look =
  "find . -path ./src -prune -o -path ./.orchestration -prune -o -path ./.git -prune -o -path ./AGENT.md -prune -o -printf '%y %m %s %p %l\\n' | sort; cat docs/*; git rev-parse HEAD; cat .git/config; ls .git .git/hooks; cat .orchestration/*.yaml; ls -A ~ | grep -v '^\\.cache$'";

const py = "/usr/bin/python3";
const members: [name: string, command: string][] = [
  ["A1", `${py} -I -c 'import os; os.system("touch docs/x")'`],
  ["A1", `${py} -I -c '__import__("pathlib").Path("docs/x").touch()'`],
  ["A1", `${py} -c 'exec(bytes([111,112,101,110]).decode()+"(\\"docs/x\\",\\"w\\")")'`],
  ["A1", `perl -e 'open(F,">docs/p")'`],
  ["A1", `perl -ne 'BEGIN{open(F,">docs/p")} print' src/a.ts`],
  ["A1", `node -p 'require("fs").writeFileSync("docs/n","")'`],
  ["A2", "echo 1 > >(cat > docs/p)"],
  ["A2", "cat <(touch docs/q)"],
  ["A2", "x=($(touch docs/r)); echo $x"],
  ["A2", "echo `touch docs/s`"],
  ["A2", "cat <<E\n$(touch docs/t)\nE"],
  ["A3", "x='a[$(touch docs/x)]'; echo $((x))"],
  ["A3", "declare -i y; y='a[$(touch docs/y)]'"],
  ["A3", "[[ 'a[$(touch docs/z)]' -eq 1 ]]"],
  ["A3", "x='a[$(touch docs/w)]'; let x"],
  ["A3", "printf -v 'a[$(touch docs/v)]' x"],
  ["A4", "uniq src/a.ts docs/u"],
  ["A4", "sort -o docs/b.md src/a.ts"],
  ["A4", "tee docs/b.md < src/a.ts"],
  ["A4", "find src -name a.ts -fprint docs/f"],
  ["A4", "find docs -name b.md -exec cp src/a.ts {} ';'"],
  ["A5", "sed -n 'w docs/b.md' src/a.ts"],
  ["A5", "sed -i.bak s/b/x/ docs/b.md"],
  ["A5", "sed 's/a/touch docs\\/x/e' src/a.ts"],
  ["A5", "sed --in-place=.o p docs/b.md"],
  ["A5", "sed -n '1e touch docs/e' src/a.ts"],
  ["A6", 'x=$(cat docs/b.md); eval "touch docs/$x"'],
  ["A6", "read -r x < docs/b.md; touch docs/$x.x"],
  ["A6", "xargs -I{} touch docs/{}.y < docs/b.md"],
  ["A6", "source <(echo touch docs/z)"],
  ["A6", "bash <<< 'touch docs/w'"],
  ["A7", "ls() { touch docs/l; }; ls"],
  ["A7", "alias cat='touch docs/c'; eval cat"],
  ["A7", "enable -f /nowhere x; touch() { command touch docs/t; }; touch"],
  ["A7", "PATH=src:$PATH; printf '#!/bin/sh\\ntouch docs/k' > src/k; chmod +x src/k; k"],
  ["A7", "trap 'touch docs/e' EXIT"],
  ["A8", "cp -r src docs/copy"],
  ["A8", "mkdir -p src/x/.claude; echo x > src/x/.claude/s; cp -r src/x/.claude ."],
  ["A8", "ln -s ../docs src/d; touch src/d/x"],
  ["A8", "tar cf src/t.tar -C src a.ts; tar xf src/t.tar -C docs"],
  ["A8", "git -c core.hooksPath=src config alias.x '!touch docs/x'"],
];

it.each(members)("%s: %s", (_class, command) => {
  const line = command.replaceAll("\\n", "\n");
  const plain = gate.run(line);
  expect(["allow", "deny"]).toContain(plain.decision);
  expect(gate.plain(look)).toBe(before);
  // Now in a script, which nobody reads beforehand.
  gate.plain(`cat > src/t.sh <<'TRIES'\n${line}\nTRIES`);
  expect(gate.run("bash src/t.sh").decision).toBe("allow");
  expect(gate.plain(look)).toBe(before);
  gate.plain("rm -rf src; git checkout -q -- src");
});
