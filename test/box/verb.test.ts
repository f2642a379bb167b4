/** `intentgate box` as a person types it. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { canPose, type Stage, setStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
  // The program lies where the person may read it.
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(import.meta.dirname, "../../apps/cli", part), join(stage.home, "../program", part), {
      recursive: true,
    });
  stage.plain("git init -q; mkdir src; echo a > src/a.ts");
  typed("init --yes");
});
afterAll(() => stage.clear());

/** On a terminal of its own, with what is typed into it. */
function typed(words: string, answer = ""): string {
  const program = `${process.execPath} ${join(stage.home, "../program/bin/intentgate.cjs")}`;
  const line = `${program} ${words}; echo code $?`.replaceAll("'", "'\\''");
  return stage.plain(`printf '${answer}' | NO_COLOR=1 script -qec '${line}' /dev/null`).replaceAll("\r", "");
}

it("shows what a command changed, and keeps it after a yes", () => {
  const said = typed(`box -- "echo b > src/a.ts; mkdir .claude; echo > .claude/settings.json; exit 3"`, "y\\n");
  expect(said).toMatch(/changed\s+src\/a\.ts/);
  expect(said).toMatch(/\.claude\/settings\.json\s+never kept/);
  expect(said).toContain("Kept.");
  expect(said).toContain("code 3");
  expect(stage.plain("cat src/a.ts; ls -A")).toBe("b\n.git\n.orchestration\nsrc\n");
});

it.each([
  ["a no", "box -- 'rm src/a.ts'", "n\\n", "Nothing was kept."],
  ["an end of the input", "box -- 'rm src/a.ts'", "\\004", "Nothing was kept."],
  ["a dry run", "box --dry-run -- rm src/a.ts", "y\\n", "deleted  src/a.ts"],
])("keeps nothing after %s", (_what, words, answer, said) => {
  expect(typed(words, answer)).toContain(said);
  expect(stage.plain("ls src")).toBe("a.ts\n");
});

it("shows every path whole before it asks", () => {
  const long = `src/${"d".repeat(70)}`;
  const said = typed(`box -- 'for n in {1..60}; do echo > ${long}$n; done'`, "n\\n");
  for (let n = 1; n <= 60; n += 1) expect(said).toMatch(new RegExp(`new\\s+${long}${n}\\n`));
  expect(said).toContain("Keep these 60 changes?");
});

it.each([
  ["n\\n", "a.ts\nfree\n"],
  ["y\\n", "a.ts\nfree\nout\n"],
])("asks about a link that leaves the repository although yes was said before, and hears %j", (answer, left) => {
  const said = typed(`box --yes -- "echo > src/free; ln -s /etc src/out"`, answer);
  expect(said).toContain("Keep also src/out?");
  expect(stage.plain("ls src; rm -f src/free src/out")).toBe(left);
});

it("says that another branch would be the current one", () => {
  const git = "git -c user.name=A -c user.email=a@example.invalid";
  stage.plain(`git symbolic-ref HEAD refs/heads/main; ${git} add -A; ${git} commit -qm first`);
  expect(typed("box -- 'git checkout -qb other'", "n\\n")).toContain("HEAD goes from main to other");
  expect(typed("box -- 'echo c > src/a.ts'", "n\\n")).not.toContain("HEAD");
});

it.each([
  ["no command", "box", "box takes a command"],
  ["two wishes at once", "box --dry-run --yes -- ls", "exclude each other"],
])("refuses %s", (_what, words, said) => {
  expect(typed(words)).toContain(said);
});

it("refuses where there is no terminal, and runs nothing", () => {
  const program = `${process.execPath} ${join(stage.home, "../program/bin/intentgate.cjs")}`;
  expect(stage.plain(`${program} box --yes -- touch src/x < /dev/null 2>&1; echo code $?; ls src`)).toMatch(
    /terminal[\s\S]*code 2\na\.ts\n$/,
  );
});

it.skipIf(!canPose)("says what to install where bubblewrap is missing, and runs nothing", () => {
  stage.pose({ bwrap: null });
  expect(typed("box --yes -- touch src/y")).toMatch(/bubblewrap is not installed[\s\S]*code 125/);
  stage.pose();
  expect(stage.plain("ls src")).not.toContain("y");
});
