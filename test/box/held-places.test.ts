/** Places of a held command that are exchanged between the look at them and their mount. */
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { quotedWord } from "@intentgate/documents";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asLooked } from "../../packages/box/src/plan/as-looked.ts";
import { until } from "../support/patience.ts";
import type { NetworkOrder } from "./network-driver.ts";
import { canPose, type Stage, setStage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await setStage("project", "network-driver.ts");
  stage.plain(`
    git init -q; mkdir -p 'a/b c/.claude' a/other; echo it > 'a/b c/f'; echo '{}' > 'a/b c/.claude/settings.json'
    ln -s ../.git/hooks a/link; echo theirs > .git/hooks/pre-commit
  `);
});
afterEach(() => {
  stage.pose();
  drive({ do: "end" });
  stage.clear();
});

type Started = { began: true; held: { id: string; output: string } } | { began: false; why: string };
function drive<T = unknown>(order: Partial<NetworkOrder>): T {
  const { root, state } = stage;
  const all = { root, state, session: "one", script: "", scope: ["a/b c/**"], allow: [], owner: null, id: "", port: 0 };
  return stage.drive({ ...all, ...order }) as T;
}

const writes = "echo n > 'a/b c/made'; echo n > .git/hooks/post-commit; echo n > a/other/made; true";
const look = "ls .git/hooks | grep -v sample; cat .git/hooks/pre-commit; ls a/other 'a/b c'";

it("by a control: they are written to where nobody exchanges them", async () => {
  const started = drive<Started>({ do: "hold", script: writes });
  if (!started.began) throw new Error(started.why);
  await until(() => readFileSync(started.held.output, "utf8").includes("[ended with 0]"));
  expect(stage.plain(look)).toBe("pre-commit\ntheirs\na/b c:\nf\nmade\n\na/other:\n");
});

it("says nothing to whoever listens at a pipe in the repository", async () => {
  stage.plain("mkfifo a/pipe");
  const reader = stage.start(["bash", "-c", "exec 3<> a/pipe; touch ~/listens; exec cat <&3"]);
  const heard: Buffer[] = [];
  reader.stdout?.on("data", (bytes: Buffer) => void heard.push(bytes));
  await until(() => existsSync(join(stage.home, "listens")));
  const started = drive<Started>({ do: "hold", script: "echo secret > a/pipe; true" });
  if (!started.began) throw new Error(started.why);
  await until(() => readFileSync(started.held.output, "utf8").includes("[ended with 0]"));
  stage.plain("echo end > a/pipe");
  await until(() => Buffer.concat(heard).includes("end"));
  reader.kill();
  expect(Buffer.concat(heard).toString()).toBe("end\n");
});

describe.runIf(canPose)("nothing begins where", () => {
  const exchange = (one: string, two: string) =>
    `perl -e 'syscall(316, -100, $ARGV[0], -100, $ARGV[1], 2)' '${one}' '${two}'`;
  it.each([
    ["a link takes the place of a folder", "[ -L 'a/b c' ]", exchange("a/b c", "a/link")],
    ["another folder does", "[ -e a/other/f ]", exchange("a/b c", "a/other")],
    ["a folder that is kept from it is another", "[ -e kept ]", "mv 'a/b c/.claude' kept; mkdir 'a/b c/.claude'"],
  ])("%s", (_what, isDone, does) => {
    stage.pose({ bwrap: `case "$*" in *'a/b c'*) (cd '${stage.root}'; ${does}) ;; esac\nexec $real "$@"` });
    const started = drive<Started>({ do: "hold", script: writes });
    stage.pose();
    expect(started.began).toBe(false);
    expect(stage.plain(`${isDone} && echo exchanged; ls .git/hooks | grep -v sample`)).toBe("exchanged\npre-commit\n");
    stage.plain(`[ -e kept ] || { ${does}; }`);
    expect(stage.plain(look)).toBe("pre-commit\ntheirs\na/b c:\nf\n\na/other:\n");
  });
});

describe("a place is what it was", () => {
  const bind = (path: string) => ["--bind", path, path];
  const begins = (mounts: string[], paths: string[], identity?: string): string => {
    const places = paths.map((path) => {
      const { dev, ino } = lstatSync(path);
      return { path, identity: identity ?? `${dev}:${ino}` };
    });
    const box = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", ...mounts, "--"];
    const words = [...box, ...asLooked(places), "echo", "began"].map(quotedWord);
    return stage.plain(`${words.join(" ")} 2>&1; true`);
  };
  const at = (path: string) => join(stage.root, path);

  it("where it is a mount of its own, whatever its name holds", () => {
    stage.plain("mkdir -p 'a/b c/$(x)' $'a/new\\nline' 'a/back\\slash' 'a/]' 'a/-n'");
    const paths = ["a/b c", "a/b c/$(x)", "a/new\nline", "a/back\\slash", "a/]", "a/-n", "a/other"].map(at);
    expect(begins(paths.flatMap(bind), paths)).toBe("began\n");
    expect(begins([], [])).toBe("began\n");
  });

  it.each<[string, string[], string[], string?]>([
    ["no mount lies there, but where a link led that is gone", [".git/hooks"], ["a/b c"]],
    ["one of several has none", ["a/b c"], ["a/b c", "a/other"]],
    ["only the folder above is one", ["a"], ["a/other"]],
    ["another thing lies there", ["a/b c"], ["a/b c"], "1:1"],
  ])("and not where %s", (_what, mounts, paths, identity) => {
    expect(begins(mounts.map(at).flatMap(bind), paths.map(at), identity)).toBe("");
  });
});
