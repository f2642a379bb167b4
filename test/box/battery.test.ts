/** Real projects, most of them small, inside the box and outside: the same results, the same tree, the same state of git. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Stage, setStage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.clear());

const git = "git -c user.name=A -c user.email=a@example.invalid";
const clock = "export GIT_COMMITTER_DATE=2030-01-01T00:00:00Z GIT_AUTHOR_DATE=2030-01-01T00:00:00Z";
const tsc = `${process.execPath} ${join(import.meta.dirname, "../../node_modules/typescript/lib/tsc.js")}`;
const modules = join(import.meta.dirname, "../../node_modules");
/** Installed from npm for this; "" where it could not be. */
const eslint = process.env.INTENTGATE_TEST_ESLINT ?? "";
/** Compiled Python holds times, git's index those of the files. */
const state =
  "find . -path ./.git -prune -o -printf '%y %m %p %l\\n' | sort; find . -path ./.git -prune -o -type f -not -name '*.pyc' -print | sort | xargs -d '\\n' -r sha256sum; git for-each-ref; git ls-files -s; git status --short; git stash list; git fsck --no-dangling";

const projects: [what: string, needs: string, made: string, script: string, more?: object][] = [
  [
    "node with npm scripts and its own tests",
    "npm",
    `mkdir test; echo '{"name":"p","version":"1.0.0","scripts":{"test":"node --test test/","build":"node build.js"}}' > package.json; echo 'require("fs").mkdirSync("dist",{recursive:true}); require("fs").writeFileSync("dist/out.js","built")' > build.js; echo 'require("node:test")("adds", () => require("assert").equal(1+1, 2))' > test/a.test.js`,
    "npm test > /dev/null && npm run build > /dev/null && npm version --no-git-tag-version minor > result",
  ],
  [
    "a failing test",
    "npm",
    `echo '{"scripts":{"test":"node --test a.test.js"}}' > package.json; echo 'require("node:test")("fails", () => { throw new Error("x") })' > a.test.js`,
    "npm test > /dev/null 2>&1; echo $? > result; exit 7",
  ],
  [
    "packages from a folder",
    "npm",
    `mkdir -p dep; echo '{"name":"dep","version":"1.0.0","bin":"b.js"}' > dep/package.json; printf '#!/usr/bin/env node\\nconsole.log(1)\\n' > dep/b.js; echo '{"name":"p","dependencies":{"dep":"file:dep"}}' > package.json`,
    "npm install --offline --no-audit --no-fund > /dev/null && npx dep > result",
    { isInstall: true },
  ],
  [
    "typescript",
    "node",
    `mkdir src; echo 'export const a: number = 1;' > src/a.ts; echo '{"compilerOptions":{"outDir":"dist","rootDir":"src","declaration":true,"incremental":true,"types":[]},"include":["src"]}' > tsconfig.json`,
    `${tsc} -p . ; echo $? > result; echo 'export const b: string = 1;' > src/b.ts; ${tsc} --noEmit -p . >> result`,
  ],
  [
    "python with unittest",
    "/usr/bin/python3",
    "printf 'import unittest, mod\\nclass T(unittest.TestCase):\\n  def test(self): self.assertEqual(mod.f(1), 2)\\n' > test_mod.py; printf 'def f(x):\\n  return x + 1\\n' > mod.py",
    "/usr/bin/python3 -m unittest 2>&1 | grep -c OK > result",
  ],
  [
    "python with processes of its own",
    "/usr/bin/python3",
    "true",
    `/usr/bin/python3 -c 'import multiprocessing as m; print(m.get_context("fork").Pool(2).map(abs, [-1, -2]))' > result`,
  ],
  [
    "a virtual environment",
    "/usr/bin/python3",
    "echo .venv > .gitignore",
    "/usr/bin/python3 -m venv --without-pip .venv && . .venv/bin/activate && python -c 'import sys; print(sys.prefix)' > result",
    { isInstall: true, scope: "^result$" },
  ],
  [
    "sqlite, with its journal beside it",
    "sqlite3",
    "sqlite3 d.db 'create table t(a)'",
    "sqlite3 d.db 'pragma journal_mode=wal; insert into t values (1),(2); select sum(a) from t' > result",
  ],
  [
    "make and a compiler",
    "gcc",
    `printf 'all: main\\nmain: main.c\\n\\tgcc -o main main.c\\nclean:\\n\\trm -f main\\n' > Makefile; printf '#include <stdio.h>\\nint main() { puts("1"); }\\n' > main.c`,
    "make -s && ./main > result && make -s | tee -a result; touch -d '+1 min' main.c; make -s; make -s clean",
  ],
  [
    "go with its tests and a package of its own",
    "go",
    `mkdir sum; printf 'module example.invalid/p\n\ngo 1.19\n' > go.mod; printf 'package sum\n\nfunc Of(a, b int) int { return a + b }\n' > sum/sum.go; printf 'package sum\n\nimport "testing"\n\nfunc TestOf(t *testing.T) {\n\tif Of(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n' > sum/sum_test.go; printf 'package main\n\nimport "example.invalid/p/sum"\n\nfunc main() { println(sum.Of(1, 2)) }\n' > main.go`,
    "export CGO_ENABLED=0; go vet ./... && go test ./... > /dev/null && go build -buildvcs=false -o bin/p . && bin/p 2> result; echo 'func  Two() int {return 2}' >> sum/sum.go; gofmt -w sum; sed -i s/3/4/ sum/sum_test.go; go test ./... > /dev/null; echo $? >> result",
  ],
  [
    "git from a file to a branch that is merged",
    "git",
    "echo a > a",
    `${git} switch -qc feature; echo b > b; git add b; ${git} commit -qm b; echo c >> a; ${git} stash -q; git switch -q main; echo d > d; git add d; ${git} commit -qm d; ${git} merge -q -m m feature; ${git} stash pop -q; git rm -q d; ${git} tag -a -m t t; git log --format=%s > result`,
  ],
  [
    "git that goes back and rewrites",
    "git",
    "for n in 1 2 3; do echo $n > $n; git add -A; git -c user.name=A -c user.email=a@example.invalid commit -qm $n; done",
    `git reset -q --hard HEAD~1; ${git} commit -q --amend -m two; ${git} cherry-pick ORIG_HEAD > /dev/null; ${git} revert --no-edit HEAD > /dev/null; git branch trunk; git log --format=%s > result`,
  ],
  [
    "zod with the tests that its package brings, by vitest, and a commit",
    "node",
    `cp -a ${modules}/zod/. .; mkdir node_modules; ln -s ${modules}/* node_modules; echo 'export default { cacheDir: "cache", test: { cache: false, include: ["src/v4/mini/tests/*.test.ts"], reporters: [["json", { outputFile: "told.json" }]] } }' > vitest.config.mjs`,
    `test() { node node_modules/vitest/vitest.mjs run $1 > /dev/null 2>&1; echo $?; node -p 'const t = JSON.parse(fs.readFileSync("told.json")); t.testResults.map(r => r.assertionResults.map(a => a.status + " " + a.fullName).join("\\n")).sort().join("\\n")'; rm -rf cache told.json; }; test > result; echo 'import { expect, it } from "vitest"; it("fails", () => expect(1).toBe(2))' > src/v4/mini/tests/wrong.test.ts; git mv README.md READ.md; git rm -q LICENSE; test wrong > failed; git add -A; ${git} commit -qm tested; git log --format=%H%s >> result; [ $(grep -c ^passed result) -gt 100 ] && grep -q ^failed failed || rm result`,
  ],
  [
    "simplejson with the tests that Debian's package brings, by pytest",
    "pytest-3",
    "cp -r /usr/lib/python3/dist-packages/simplejson .; find . -name __pycache__ | xargs rm -rf; echo __pycache__ > .gitignore",
    "test() { /usr/bin/python3 -m pytest -v -p no:cacheprovider 2>&1 | grep -E 'PASSED|FAILED|ERROR'; }; test > result; sed -i 's/return _default_decoder.decode(s)/return None/' simplejson/__init__.py; test > failed; git diff --stat >> failed; [ $(grep -c PASSED result) -gt 100 ] && grep -q FAILED failed || rm result",
  ],
  [
    "archives and links",
    "tar",
    "mkdir -p d/e; echo 1 > d/e/f; ln -s e/f d/l; chmod 750 d/e",
    "tar cf x.tar d; rm -r d; tar xf x.tar; cp -a d d2; ln d/e/f hard; tar tf x.tar > result",
  ],
  [
    "a server and its client",
    "node",
    "true",
    `node -e 'const s=require("http").createServer((q,r)=>r.end("1")).listen(0,()=>fetch("http://127.0.0.1:"+s.address().port).then(r=>r.text()).then(t=>{console.log(t);process.exit()}))' > result`,
  ],
];

const linted: typeof projects = [
  [
    "the code of zod, by eslint --fix",
    "node",
    `mkdir core; cp ${modules}/zod/v4/core/*.js core; echo '{"type":"module"}' > package.json; echo 'export default [{ rules: { quotes: ["error", "single"], semi: ["error", "never"], "prefer-template": "error", "object-shorthand": "error", "no-unused-vars": "error" } }]' > eslint.config.js`,
    `node ${eslint}/node_modules/eslint/bin/eslint.js --fix --cache core > result 2>&1; echo $? >> result; rm .eslintcache; git diff --stat >> result; [ $(git diff --name-only | wc -l) -gt 10 ] || rm result`,
  ],
];

it.each(projects)("%s", { timeout: 300_000 }, isSame);
it.skipIf(eslint === "").each(linted)("%s", { timeout: 300_000 }, isSame);

function isSame(_what: string, needs: string, made: string, script: string, more: object = {}): void {
  expect(spawnSync("bash", ["-c", `command -v ${needs}`]).status).toBe(0);
  stage.plain(`${clock}; git init -q -b main; ${made}; git add -A; ${git} commit -qm first --allow-empty`);
  stage.plain("cp -a . ~/copy");
  const env = { GIT_COMMITTER_DATE: "2030-01-01T00:00:00Z", GIT_AUTHOR_DATE: "2030-01-01T00:00:00Z" };
  const said = stage.boxed({ script, env, ...more });
  const boxed = stage.plain(state);
  stage.plain("find . -mindepth 1 -delete; cp -a ~/copy/. .");
  const code = stage.plain(`${clock}; (${script}) > /dev/null 2>&1; echo $?`);
  expect(said.ended).toEqual({ began: true, code: Number(code), isListed: true });
  expect(said.verdicts.filter(([, , becomes]) => becomes !== "applied")).toEqual([]);
  expect(boxed).toBe(stage.plain(state));
  expect(boxed).toContain("./result");
}
