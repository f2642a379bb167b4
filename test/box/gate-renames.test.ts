/** Programs that give a folder of the tree another name by themselves: on a layer the kernel refuses that once. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage();
  gate.plain(`mkdir -p src/old/deep docs/old; echo x > src/old/x.ts; echo y > src/old/deep/y.ts; echo z > docs/old/z.md
    printf 'old\\n' > src/name; echo 'import os; os.rename("src/old", "src/new")' > src/move.py
    echo 'require("fs").renameSync("src/" + require("fs").readFileSync("src/name", "utf8").trim(), "src/new")' > src/move.cjs
    git add -A; git commit -qm folders`);
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain("git reset -q --hard; git clean -fdxq -e .orchestration -e .claude");
  gate.take("INT-1");
});

const names = "find src docs -type f -path '*/*/*' | sort";
const moved = "docs/old/z.md\nsrc/new/deep/y.ts\nsrc/new/x.ts\n";

it.each([
  ["node", "node src/move.cjs"],
  ["python", "python3 src/move.py"],
  ["perl", `perl -e 'rename("src/old", "src/new") or die "$!"'`],
  ["git, through a variable", 'd=$(cat src/name); git mv "src/$d" src/new'],
  [
    "two moves, one after the other",
    `node src/move.cjs && perl -e 'rename("src/new/deep", "src/new/down") or die "$!"; rename("src/new/down", "src/new/deep") or die "$!"'`,
  ],
])("moves it as without a box: %s", (_, command) => {
  const said = gate.run(command);
  expect(said.result).toMatchObject({ exit_code: 0, stderr: "" });
  expect(gate.plain(names)).toBe(moved);
  expect(
    gate
      .ledger()
      .at(-1)
      ?.files.map((file) => file.relative_path),
  ).toEqual(expect.arrayContaining(["src/new/deep/y.ts", "src/new/x.ts"]));
});

it("does what it did before once, and not twice", () => {
  const count = `require("fs").appendFileSync("src/count", "1\\n"); `;
  gate.plain(`echo '${count}' | cat - src/move.cjs > src/both.cjs`);
  expect(gate.run("node src/both.cjs").result).toMatchObject({ exit_code: 0 });
  expect(gate.plain("cat src/count")).toBe("1\n");
});

it.each([
  ["a folder behind a link", "ln -s ~/other link", "link/precious"],
  ["a folder behind a link in the scope", "ln -s ~/other src/link", "src/link/precious"],
  ["the folder that a link is", "ln -s ~/other/precious link", "link"],
  ["a folder beside the root", "true", "../other/precious"],
])("a command that names what it did not move harms nothing: %s", (_what, before, named) => {
  gate.plain(`rm -rf ~/other; mkdir -p ~/other/precious; echo p > ~/other/precious/p; ${before}`);
  gate.typed("intent new INT-2 --name Notes --scope '*.md'");
  gate.take("INT-2", "s2");
  gate.plain(`cat > says.sh <<'END'\necho "EXDEV: '$PWD/${named}'" >&2; echo n > n.md; exit 1\nEND`);
  const said = gate.run("sh says.sh", "s2");
  expect(said.result).toMatchObject({ exit_code: 1 });
  expect(gate.plain("cat ~/other/precious/p n.md; ls -A ~/other")).toBe("p\nn\nprecious\n");
  gate.plain("rm -rf link src/link n.md says.sh");
});

it.each([
  ["a folder outside the scope stays where it is", `perl -e 'rename("docs/old", "docs/new") or die "$!"'`],
  ["what leaves the scope does not count outside it", `perl -e 'rename("src/old", "docs/new") or die "$!"'`],
  ["what comes into it is not taken from outside", `perl -e 'rename("docs/old", "src/new") or die "$!"'`],
  ["words alone make nothing count twice", `echo "EXDEV: 'src/old'"; echo 1 >> src/count; exit 1`],
])("%s", (_, command) => {
  const before = gate.plain("cat docs/old/z.md; ls docs");
  gate.run(command);
  expect(gate.plain("cat docs/old/z.md; ls docs")).toBe(before);
  expect(gate.plain("cat src/count 2> /dev/null")).toMatch(/^(?:1\n)?$/);
});
