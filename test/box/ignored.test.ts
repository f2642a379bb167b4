/** What git ignores is output and counts, by the rules that stood before the command; code of others does not. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Stage, setStage } from "./stage.ts";

const git = "git -c user.name=A -c user.email=a@example.invalid";
let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  stage.plain(
    `mkdir -p src keep/deep; printf '%s\\n' dist/ '*.log' node_modules .venv vendor .env envs/ '*.pth' '!keep/*.log' > .gitignore; echo a > src/a.ts; echo t > tracked.log; ${git} init -q; ${git} add -A -f; ${git} commit -qm first; echo private/ > .git/info/exclude`,
  );
  stage.plain("mkdir -p envs/there data.log.d; echo > envs/there/pyvenv.cfg; echo precious > precious.log");
});
afterEach(() => stage.clear());

const verdictOf = (script: string, path: string, more = {}) =>
  stage
    .boxed({ script, scope: "^src/", ...more })
    .verdicts.find(([, one]) => one === path)
    ?.slice(2);

it.each([
  ["mkdir -p dist/x; echo > dist/x/y.js", "dist/x/y.js", ["applied", "ignored"]],
  ["mkdir -p dist/x; echo > dist/x/y.js", "dist", ["applied", "ignored"]],
  ["mkdir dist", "dist", ["applied", "ignored"]],
  ["echo > dist", "dist", ["asked", "outside"]],
  ["mkdir new; echo > new/x.log", "new/x.log", ["applied", "ignored"]],
  ["mkdir new; echo > new/x.log", "new", ["applied", "ignored"]],
  ["mkdir new", "new", ["asked", "outside"]],
  ["echo > $'new\\nline.log'", "new\nline.log", ["applied", "ignored"]],
  ["echo > :x.log", ":x.log", ["applied", "ignored"]],
  ["mkdir private; echo > private/x", "private/x", ["applied", "ignored"]],
  ["echo x > tracked.log", "tracked.log", ["asked", "outside"]],
  ["mkdir -p keep; echo > keep/x.log", "keep/x.log", ["asked", "outside"]],
  ["echo '*' > .gitignore; echo > other", "other", ["asked", "outside"]],
  ["echo '*' > .gitignore; echo > other", ".gitignore", ["dropped", "control"]],
  ["mkdir new; echo '*' > new/.gitignore; echo > new/x", "new/x", ["asked", "outside"]],
  ["echo '*' > .git/info/exclude; echo > other", "other", ["asked", "outside"]],
  ["git config core.excludesFile x; echo '*' > x; echo > other", "other", ["asked", "outside"]],
  [`git rm -q --cached tracked.log; echo x > tracked.log`, "tracked.log", ["asked", "outside"]],
  ["echo > .env", ".env", ["asked", "settings"]],
  ["mkdir -p node_modules/p; echo > node_modules/p/i.js", "node_modules/p/i.js", ["asked", "dependency"]],
  ["mkdir -p node_modules/.cache; echo > node_modules/.cache/x", "node_modules/.cache/x", ["applied", "ignored"]],
  ["mkdir -p node_modules/.vite; echo > node_modules/.vite/x", "node_modules/.vite/x", ["applied", "ignored"]],
  ["mkdir -p node_modules/.bin; echo > node_modules/.bin/x", "node_modules/.bin/x", ["dropped", "starting"]],
  ["mkdir -p .venv/lib; echo > .venv/lib/x.py", ".venv/lib/x.py", ["asked", "dependency"]],
  ["mkdir -p .venv/bin; echo > .venv/bin/activate.fish", ".venv/bin/activate.fish", ["dropped", "starting"]],
  ["mkdir -p dist; echo > dist/sitecustomize.py", "dist/sitecustomize.py", ["dropped", "starting"]],
  ["mkdir -p dist; echo > dist/a.pth", "dist/a.pth", ["dropped", "starting"]],
  ["mkdir -p envs/a/bin; echo > envs/a/pyvenv.cfg; echo > envs/a/bin/x", "envs/a/bin/x", ["asked", "dependency"]],
  ["mkdir -p envs/a/bin; echo > envs/a/pyvenv.cfg; echo > envs/a/bin/x", "envs/a", ["asked", "dependency"]],
  [
    "mkdir -p envs/there/bin; rm envs/there/pyvenv.cfg; echo > envs/there/bin/x",
    "envs/there/bin/x",
    ["asked", "dependency"],
  ],
  ["mkdir -p envs/b/bin; echo > envs/b/bin/x", "envs/b/bin/x", ["applied", "ignored"]],
  ["mkdir -p vendor/p; echo > vendor/p/x.php", "vendor/p/x.php", ["asked", "dependency"]],
])("%s: %s", (script, path, wanted) => {
  expect(verdictOf(script, path)).toEqual(wanted);
});

it.each([
  ["rm precious.log", ["asked", "lost"]],
  [": > precious.log", ["asked", "lost"]],
  ["rm precious.log; mkdir precious.log", ["asked", "lost"]],
  ["echo more >> precious.log", ["applied", "ignored"]],
  ["chmod 600 precious.log", ["applied", "ignored"]],
])("asks before a file is lost whose bytes cannot be kept: %s", (script, wanted) => {
  expect(verdictOf(script, "precious.log", { unkept: ["precious.log"] })).toEqual(wanted);
});

it.each<[string, object, string[]]>([
  ["rm src/a.ts", { unkept: ["src/a.ts"] }, ["asked", "lost"]],
  [": > src/a.ts", { unkept: ["src/a.ts"] }, ["asked", "lost"]],
  ["mv src/a.ts src/b.ts", { unkept: ["src/a.ts"] }, ["asked", "lost"]],
  ["rm src/a.ts; mkdir src/a.ts", { unkept: ["src/a.ts"] }, ["asked", "lost"]],
  ["rm src/a.ts", { mostDeleted: 0 }, ["asked", "many"]],
  ["rm -r src", { mostDeleted: 0 }, ["asked", "many"]],
  ["echo more >> src/a.ts", { unkept: ["src/a.ts"], mostDeleted: 0 }, ["applied", "in scope"]],
  ["rm src/a.ts", {}, ["applied", "in scope"]],
  ["rm src/a.ts", { mostDeleted: 1 }, ["applied", "in scope"]],
  ["rm src/a.ts", { unkept: ["src/a.ts"], mostDeleted: 0, foreseen: ["src/a.ts"] }, ["applied", "in scope"]],
])(
  "asks about a file of the scope that nobody said goes, where it is lost or one too many: %s, %j",
  (script, more, wanted) => {
    expect(verdictOf(script, "src/a.ts", more)).toEqual(wanted);
  },
);

it("counts no output among what is deleted", () => {
  stage.plain("mkdir -p dist; echo > dist/a.js; echo > dist/b.js");
  const all = { scope: "^(src|dist)/", mostDeleted: 0 };
  expect(verdictOf("rm dist/a.js dist/b.js", "dist/a.js", all)).toEqual(["applied", "in scope"]);
});

it.each(["node_modules/p/i.js", "node_modules/.bin/x", ".venv/bin/activate", "vendor/p/x.php"])(
  "counts %s after an install",
  (path) => {
    const script = `mkdir -p $(dirname ${path}); echo > ${path}`;
    expect(verdictOf(script, path, { isInstall: true })).toEqual(["applied", "dependency"]);
  },
);

it.each([
  [".venv/bin/python3", "/usr/bin/python3", true, ["applied", "dependency"]],
  [".venv/bin/python3", "/usr/bin/python3", false, ["asked", "link"]],
  [".venv/bin/python3", "/usr/bin/../../etc", true, ["asked", "link"]],
  [".venv/bin/python3", "/home", true, ["asked", "link"]],
  ["dist/python3", "/usr/bin/python3", true, ["asked", "link"]],
])("takes %s to %s in an install (%s) so", (path, target, isInstall, wanted) => {
  expect(verdictOf(`mkdir -p $(dirname ${path}); ln -s ${target} ${path}`, path, { isInstall })).toEqual(wanted);
});

it.each([
  ["mkdir -p src/node_modules/.bin; echo > src/node_modules/.bin/tsc", "src/node_modules/.bin/tsc"],
  [
    "mkdir -p src/p/node_modules/q/node_modules/.bin; echo > src/p/node_modules/q/node_modules/.bin/x",
    "src/p/node_modules/q/node_modules/.bin/x",
  ],
  ["mkdir -p src/node_modules; ln -s ../a.ts src/node_modules/.bin", "src/node_modules/.bin"],
  ["mkdir -p src/.venv/lib; echo > src/.venv/lib/a.pth", "src/.venv/lib/a.pth"],
  ["mkdir -p src/.venv/lib; echo > src/.venv/lib/sitecustomize.py", "src/.venv/lib/sitecustomize.py"],
  ["mkdir -p src/.venv/lib; echo > src/.venv/lib/usercustomize.py", "src/.venv/lib/usercustomize.py"],
  ["mkdir -p src/.venv/bin; echo > src/.venv/bin/activate", "src/.venv/bin/activate"],
  [
    "mkdir -p src/envs/e/bin; echo > src/envs/e/pyvenv.cfg; echo > src/envs/e/bin/activate.fish",
    "src/envs/e/bin/activate.fish",
  ],
  ["mkdir -p src/vendor; echo > src/vendor/x.pth", "src/vendor/x.pth"],
])("starts code of others by an install alone, however wide the scope is: %s", (script, path) => {
  expect(verdictOf(script, path)).toEqual(["dropped", "starting"]);
  expect(stage.plain(`ls -d ${path} 2> /dev/null`)).toBe("");
  expect(verdictOf(script, path, { isInstall: true })).toEqual(["applied", "in scope"]);
});

it.each([
  ["node_modules/.bin/x", "mkdir -p node_modules/.bin; echo > node_modules/.bin/x"],
  [".venv/lib/a.pth", "mkdir -p .venv/lib; echo > .venv/lib/a.pth"],
  [".venv/bin/activate", "mkdir -p .venv/bin; echo > .venv/bin/activate"],
])("brings %s by no declaration either, and by an install", (path, script) => {
  const declared = { declared: "^(node_modules|.venv)/" };
  expect(verdictOf(script, path, declared)).toEqual(["dropped", "starting"]);
  expect(stage.plain(`ls -d ${path} 2> /dev/null`)).toBe("");
  expect(verdictOf(script, path, { ...declared, isInstall: true })).toEqual(["applied", "declared"]);
});

it("counts what a declaration says beside that", () => {
  const script = "mkdir -p node_modules/p; echo > node_modules/p/i.js";
  expect(verdictOf(script, "node_modules/p/i.js", { declared: "^node_modules/" })).toEqual(["applied", "declared"]);
});

it.each(["src/node_modules", "src/.venv", "src/venv", "src/p/site-packages"])(
  "asks before %s becomes a link: what lies where it leads would start as code of others",
  (path) => {
    const script = `mkdir -p src/p src/own/.bin; echo > src/own/.bin/tsc; ln -s ${path === "src/p/site-packages" ? "../" : ""}own ${path}`;
    expect(verdictOf(script, path)).toEqual(["asked", "dependency"]);
    expect(verdictOf(script, path, { declared: "" })).toEqual(["asked", "dependency"]);
    expect(verdictOf(script, path, { isInstall: true })).toEqual(["applied", "in scope"]);
    expect(verdictOf(script.replace(path, `${path}-own`), `${path}-own`)).toEqual(["applied", "in scope"]);
  },
);

it.each([
  ["a library in the scope", "mkdir -p src/node_modules/p; echo > src/node_modules/p/i.js", "src/node_modules/p/i.js"],
  [
    "a cache among them",
    "mkdir -p src/node_modules/.vite; echo > src/node_modules/.vite/x",
    "src/node_modules/.vite/x",
  ],
  [
    "the project's own, which git does not ignore",
    "mkdir -p src/own; echo > src/own/sitecustomize.py",
    "src/own/sitecustomize.py",
  ],
  ["one that is taken away", "rm src/node_modules/.bin/old", "src/node_modules/.bin/old"],
])("counts %s", (_what, script, path) => {
  stage.plain("mkdir -p src/node_modules/.bin; echo > src/node_modules/.bin/old");
  expect(verdictOf(script, path)).toEqual(["applied", "in scope"]);
});

it("takes what has the name of a folder for code of others for that where there is no git", () => {
  stage.plain("rm -rf .git");
  const path = "src/node_modules/.bin/tsc";
  expect(verdictOf(`mkdir -p src/node_modules/.bin; echo > ${path}`, path)).toEqual(["dropped", "starting"]);
});

it("goes by a list of names where there is no git", () => {
  stage.plain("rm -rf .git");
  const script = "mkdir dist out; echo > dist/x; echo > out/x.log";
  expect([verdictOf(script, "dist/x"), verdictOf(script, "out/x.log")]).toEqual([
    ["applied", "ignored"],
    ["asked", "outside"],
  ]);
});

it("ignores nothing below a link that leads to the dependencies", () => {
  stage.plain("mkdir ~/shared; ln -s ~/shared node_modules");
  const script = "rm node_modules; mkdir node_modules; echo > node_modules/x";
  expect(verdictOf(script, "node_modules/x")).toEqual(["asked", "outside"]);
  expect(stage.plain("readlink node_modules")).toContain("shared");
});

const cache = (folder: string, rules = "# Created by pytest\\n*\\n") =>
  `mkdir -p ${folder}/v; printf '${rules}' > ${folder}/.gitignore; echo > ${folder}/v/last`;

it.each([
  ["a new cache that ignores itself", cache(".pytest_cache"), ".pytest_cache"],
  ["one in another folder", cache("sub/.ruff_cache"), "sub/.ruff_cache"],
  ["one whose rules end as on Windows", cache(".mypy_cache", "*\\r\\n"), ".mypy_cache"],
  ["output that git ignores", cache("dist/x"), "dist/x"],
])("takes rules for git in %s for output", (_what, script, folder) => {
  for (const path of [folder, `${folder}/.gitignore`, `${folder}/v/last`])
    expect([path, verdictOf(script, path, { apply: false })]).toEqual([path, ["applied", "ignored"]]);
  stage.boxed({ script, scope: "^src/" });
  expect(stage.plain(`git status --short; cat ${folder}/.gitignore`)).toContain("*");
  expect(stage.plain("git status --short")).toBe("");
  // The next run finds it there, and one that takes it away does so quietly.
  expect(stage.boxed({ script: `echo more >> ${folder}/v/last`, scope: "^src/" }).verdicts).toEqual([
    ["change", `${folder}/v/last`, "applied", "ignored"],
  ]);
  const gone = stage.boxed({ script: `rm -r ${folder}`, scope: "^src/" }).verdicts;
  expect(gone).toContainEqual(["delete", `${folder}/.gitignore`, "applied", "ignored"]);
  expect(gone.filter(([, , becomes]) => becomes === "dropped")).toEqual([]);
});

it.each([
  ["a folder of another name", cache("new"), "new/.gitignore", ["dropped", "control"], "new/v/last"],
  ["the root", "printf '*' > .gitignore; mkdir v; echo > v/last", ".gitignore", ["dropped", "control"], "v/last"],
  ["the scope", "mkdir src/v; printf '*' > src/.gitignore", "src/.gitignore", ["dropped", "control"], null],
  [
    "a folder that is ignored but for what it holds",
    "mkdir keep/v; printf '*' > keep/.gitignore; echo > keep/v/last",
    "keep/.gitignore",
    ["dropped", "control"],
    "keep/v/last",
  ],
  [
    "a cache that ignores but a part",
    cache(".pytest_cache", "v/\\n"),
    ".pytest_cache/.gitignore",
    ["asked", "outside"],
    ".pytest_cache/v/last",
  ],
  [
    "a cache that lets some of it be seen",
    cache(".pytest_cache", "*\\n!v\\n"),
    ".pytest_cache/.gitignore",
    ["asked", "outside"],
    ".pytest_cache/v/last",
  ],
  [
    "a cache where git has files of its own",
    cache("tracked/.cache"),
    "tracked/.cache/.gitignore",
    ["dropped", "control"],
    "tracked/.cache/v/last",
  ],
  [
    "one that such files stood in",
    `rm -r tracked; ${cache("tracked/.cache")}`,
    "tracked/.cache/.gitignore",
    ["dropped", "control"],
    "tracked/.cache/v/last",
  ],
  [
    "a folder that was told to ignore itself before",
    "mkdir itself/v; echo '!v' > itself/.gitignore",
    "itself/.gitignore",
    ["dropped", "control"],
    null,
  ],
  [
    "a cache that stood there without",
    `${cache("old/.cache")}`,
    "old/.cache/.gitignore",
    ["asked", "outside"],
    "old/.cache/v/last",
  ],
])("holds to them where they might hide something: in %s", (_what, script, path, wanted, other) => {
  stage.plain(
    `mkdir -p tracked/.cache old/.cache itself; echo '*' > itself/.gitignore; echo > tracked/.cache/t; echo > old/.cache/seen; ${git} add -f tracked; ${git} commit -qm tracked`,
  );
  const stood = stage.plain(`cat ${path} 2> /dev/null; true`);
  expect(verdictOf(script, path)).toEqual(wanted);
  if (other !== null) expect(verdictOf(script, other)).toEqual(["asked", "outside"]);
  expect(stage.plain(`cat ${path} 2> /dev/null; true`)).toBe(stood);
});

it.each([
  ["links", "ln -s /etc/hostname dist/.gitignore", "dist/.gitignore", ["asked", "link"]],
  ["attributes", "echo '* filter=x' > dist/.gitattributes", "dist/.gitattributes", ["dropped", "control"]],
  [
    "what starts",
    "mkdir .pytest_cache; echo '*' > .pytest_cache/.gitignore; echo > .pytest_cache/a.pth",
    ".pytest_cache/a.pth",
    ["dropped", "starting"],
  ],
  [
    "settings",
    "mkdir .pytest_cache; echo '*' > .pytest_cache/.gitignore; echo > .pytest_cache/.env",
    ".pytest_cache/.env",
    ["asked", "settings"],
  ],
  [
    "what steers agents",
    "mkdir -p .pytest_cache/.claude; echo '*' > .pytest_cache/.gitignore; echo > .pytest_cache/.claude/x",
    ".pytest_cache/.claude/x",
    ["dropped", "control"],
  ],
])("lets no %s come with them", (_what, script, path, wanted) => {
  stage.plain("mkdir -p dist");
  expect(verdictOf(script, path)).toEqual(wanted);
});

it("is no part of a commit by being ignored", () => {
  const said = stage.boxed({
    script: `mkdir dist; echo > dist/x; git add -f dist/x; ${git} commit -qm second`,
    scope: "^src/",
  });
  expect(said.verdicts).toContainEqual(["create", "dist/x", "applied", "ignored"]);
  expect(stage.plain("git log --format=%s; git status --short")).toBe("first\n");
});

it("counts a folder that is gone only with all that it held", () => {
  stage.plain("mkdir -p src/one two; echo > src/one/x; echo > src/y; echo > two/z");
  expect(verdictOf("rm -r src", "src")).toEqual(["applied", "in scope"]);
  stage.plain("mkdir -p src; echo > src/y");
  const said = stage.boxed({ script: "rm -r src two", scope: "^src/y" });
  expect(said.verdicts).toContainEqual(["delete", "src", "applied", "in scope"]);
  expect(said.verdicts).toContainEqual(["delete", "two", "asked", "outside"]);
});
