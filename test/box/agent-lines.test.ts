/**
 * Command lines as agents send them, run inside the box and outside on a copy of this project: the same exit code, and the
 * same tree in the scope. A few of them here; all with `npm run test:box -- --full test/box/agent-lines.test.ts`.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { classifyShell } from "@intentgate/shell";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stage, setStage } from "./stage.ts";

const top = join(import.meta.dirname, "../..");
const inScope = "packages/*/src";
const lines = readFileSync(join(import.meta.dirname, "agent-lines.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.replaceAll("⏎", "\n"));
const isFull = process.env.INTENTGATE_TEST_SEARCHES === "full";
const tried = lines.filter((_, at) => isFull || at % 20 === 5);
/** What works on copies where no layers can be laid: git has no business there. */
const unread = lines.filter((line) => classifyShell(line, { cwd: top }).risk === "UNKNOWN" && !/\bgit\b/.test(line));

/** Lines that differ, and why. */
const known = new Map<string, string>([]);

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
  const archive = join(stage.home, "../project.tar");
  const parts = ["packages", "scripts", "package.json", "tsconfig.json", "biome.json", "vitest.config.ts", "README.md"];
  execFileSync(
    "git",
    ["archive", "-o", archive, "HEAD", ...parts, "test/support", "test/isolated-home.ts", "test/seed.ts"],
    {
      cwd: top,
    },
  );
  chmodSync(archive, 0o644);
  stage.plain("tar xf ../../project.tar; printf 'node_modules\\ndist\\n' > .gitignore");
  symlinkSync(join(top, "node_modules"), join(stage.root, "node_modules"));
  stage.plain(
    "git init -q -b main; git config user.email a@b; git config user.name a; git add -A; git commit -qm first; git tag first",
  );
});
afterAll(() => stage.clear());

const restored =
  "chmod -R u=rwX,go=rX packages; git checkout -q -f main; git reset -q --hard first; git clean -fdqx -e node_modules; git stash clear; git branch --list | grep -v '\\* ' | xargs -r git branch -q -D; git tag | grep -vx first | xargs -r git tag -d > /dev/null; rm -f ~/note /tmp/before.patch /tmp/after.patch";
const shown = `find ${inScope} -name __pycache__ -prune -o -printf '%y %m %p %l\\n' | sort; find ${inScope} -name __pycache__ -prune -o -type f -print0 | sort -z | xargs -0 -r sha256sum`;

interface Outcome {
  code: number;
  tree: string;
}

function outside(line: string): Outcome {
  stage.plain(restored);
  const code = stage.plain(`${bounded(line)} > /dev/null 2>&1 < /dev/null; echo $?`);
  return { code: Number(code), tree: stage.plain(shown) };
}

/** As the gate would run it: what only reads can write nothing. */
function inside(line: string): Outcome {
  stage.plain(restored);
  const isReadOnly = classifyShell(line, { cwd: stage.root }).risk === "SAFE";
  const { ended } = stage.boxed({ script: bounded(line), scope: "^packages/[^/]+/src/", isReadOnly });
  return { code: ended.began ? ended.code : -1, tree: stage.plain(shown) };
}

/** As the gate would run it where no layers can be laid. */
function onCopies(line: string): Outcome {
  stage.plain(restored);
  const { ended, planned } = stage.boxed({
    ...{ script: bounded(line), scope: "^packages/[^/]+/src/" },
    onCopies: "^packages(/[^/]+(/src(/.*)?)?)?$",
  });
  expect(planned).toBeUndefined();
  return { code: ended.began ? ended.code : -1, tree: stage.plain(shown) };
}

/** Only what hangs takes so long. */
function bounded(line: string): string {
  return `timeout -k 5 60 bash -c ${quoted(line)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

it("ends with the same exit code and leaves the same in the scope", { timeout: 1_800_000 }, () => {
  const codes: number[] = [];
  const missed = tried.flatMap((line) => {
    const [wanted, found] = [outside(line), inside(line)];
    codes.push(wanted.code);
    const differs = [
      ...(wanted.code === found.code ? [] : [`exit code ${found.code}, outside ${wanted.code}`]),
      ...(wanted.tree === found.tree ? [] : ["another tree"]),
    ];
    if (isFull && differs.length > 0) process.stdout.write(`${JSON.stringify({ line, differs })}\n`);
    return differs.length === 0 ? [] : [{ line, differs: differs.join(", ") }];
  });
  const succeeded = codes.filter((code) => code === 0).length;
  if (isFull) process.stdout.write(`${tried.length} lines, ${succeeded} end with 0, ${missed.length} differ\n`);
  // Else nothing was compared.
  expect(succeeded).toBeGreaterThan(tried.length / 2);
  expect(missed.filter(({ line }) => !known.has(line))).toEqual([]);
  expect(missed.length / tried.length).toBeLessThanOrEqual(isFull ? 0.03 : 1);
});

it("does so on copies, where it is one that nobody can read", { timeout: 1_800_000 }, () => {
  const some = unread.filter((_, at) => isFull || at % 20 === 5);
  const differing = some.filter((line) => {
    const [wanted, found] = [outside(line), onCopies(line)];
    return wanted.code !== found.code || wanted.tree !== found.tree;
  });
  expect(differing).toEqual([]);
});
