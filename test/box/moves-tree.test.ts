/** Git that moves the work tree: what it had before counts wherever it lies, and what is new is judged like any change. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Stage, setStage } from "./stage.ts";

const git = "git -c user.name=A -c user.email=a@example.invalid -c core.editor=true";
let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  const made = [
    "set -e; git init -q -b main; git config user.name A; git config user.email a@example.invalid",
    "mkdir -p src lib .claude; seq 9 > src/a.ts; seq 9 > lib/b.ts; echo 1 > .claude/settings.json; echo dist/ > .gitignore; echo old > lib/gone",
    "git add -A; git commit -qm first",
    "git switch -qc other; echo 2 > .claude/settings.json; echo o > .gitignore; sed -i s/1/one/ lib/b.ts; git rm -q lib/gone; mkdir lib/d; echo n > lib/d/n; ln -s /etc lib/l; chmod +x lib/d/n; git add -A; git commit -qm other",
    "git switch -q main; sed -i s/9/nine/ src/a.ts; git commit -qam mine",
  ];
  stage.plain(made.join("\n"));
});
afterEach(() => stage.clear());

const state =
  "git for-each-ref; cat .git/HEAD; git ls-files -s; git status --short; find . -path ./.git -prune -o -printf '%y %m %p %l\\n' | sort; cat src/a.ts lib/b.ts .claude/settings.json";
const fsck = "git fsck --no-dangling 2>&1";

/** Runs it in a copy of the project, without a box. */
function plainly(script: string): string {
  const clock = "export GIT_COMMITTER_DATE=2030-01-01T00:00:00Z GIT_AUTHOR_DATE=2030-01-01T00:00:00Z";
  return stage.plain(`cp -a . ../copy; cd ../copy; ${clock}; ${script} >/dev/null 2>&1; ${state}; cd ..; rm -rf copy`);
}
const env = { GIT_COMMITTER_DATE: "2030-01-01T00:00:00Z", GIT_AUTHOR_DATE: "2030-01-01T00:00:00Z" };

it.each([
  ["another branch", "git switch -q other"],
  ["a checkout", "git checkout -q other"],
  ["a detached one", "git checkout -q --detach other"],
  ["a new branch from another", "git switch -qc third other"],
  ["a merge", `${git} merge -q -m m other`],
  ["a merge that is none", "git switch -q --detach main~1 && git merge -q --ff-only main"],
  ["a rebase", `${git} rebase -q other`],
  ["a picked commit", `${git} cherry-pick other`],
  ["a reverted commit", `${git} revert --no-edit main`],
  ["a reset to it", "git reset -q --hard other"],
])("counts whole where all is out of scope: %s", (_what, script) => {
  const wanted = plainly(script);
  const said = stage.boxed({ script, scope: "^nothing/", movesTree: true, env });
  expect(said.verdicts.filter(([, , becomes]) => becomes !== "applied")).toEqual([]);
  expect(said.ended).toMatchObject({ began: true, code: 0 });
  expect(stage.plain(state)).toBe(wanted);
  expect(stage.plain(fsck)).toBe("");
});

it.each([
  ["put away", "git stash -q"],
  ["put away with what is not tracked", "git stash -q -u"],
  ["put away and brought back", "git stash -q && git stash pop -q"],
])("counts with what a person has not committed: %s", (_what, script) => {
  stage.plain("echo dirty >> lib/b.ts; echo dirty > .claude/settings.json; echo new > lib/new");
  const wanted = plainly(script);
  const said = stage.boxed({ script, scope: "^nothing/", movesTree: true, env });
  expect(said.verdicts.filter(([, , becomes]) => becomes !== "applied")).toEqual([]);
  expect(stage.plain(state)).toBe(wanted);
});

it("brings back what was put away before, the older one too", () => {
  stage.plain("echo one >> lib/b.ts; git stash -q; echo two > .claude/settings.json; git stash -q");
  const script = "git stash pop -q 'stash@{1}'";
  const wanted = plainly(script);
  stage.boxed({ script, scope: "^nothing/", movesTree: true, env });
  expect(stage.plain(state)).toBe(wanted);
});

it("counts a commit that is put on another though git had to join its lines", () => {
  stage.plain(
    "git switch -q other; sed -i s/8/eight/ lib/b.ts; git commit -qam eight; git switch -q main; sed -i s/5/five/ lib/b.ts; git commit -qam five",
  );
  const script = `${git} rebase -q other`;
  const wanted = plainly(script);
  const said = stage.boxed({ script, scope: "^nothing/", movesTree: true, env });
  expect(said.verdicts.filter(([, , becomes]) => becomes !== "applied")).toEqual([]);
  expect(stage.plain(state)).toBe(wanted);
});

it.each([
  [
    "a merge that joins lines outside the scope",
    `sed -i s/5/five/ lib/b.ts; git commit -qam five`,
    `${git} merge -q -m m other`,
  ],
  [
    "a hook that writes a control file",
    "printf '#!/bin/sh\\necho evil > .claude/settings.json' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout",
    "git switch -q other",
  ],
  [
    "a hook that writes beside the scope",
    "printf '#!/bin/sh\\necho evil > lib/evil' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout",
    "git switch -q other",
  ],
  [
    "a hook that commits",
    "printf '#!/bin/sh\\n[ -e .x ] || { touch .x; echo evil > lib/b.ts; git commit -qam evil; rm .x; }' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout",
    "git switch -q other",
  ],
  ["a conflict outside the scope", "sed -i s/1/uno/ lib/b.ts; git commit -qam uno", `${git} merge -q -m m other`],
  [
    "an old content at another path",
    "git switch -q other; git switch -q main; printf '#!/bin/sh\\ncp lib/b.ts .claude/settings.json' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout",
    "git switch -q other",
  ],
  ["a commit of new content", "true", `git switch -q other && echo x > lib/x && git add -A && ${git} commit -qm x`],
  [
    "a program that goes on",
    "sed -i s/1/uno/ lib/b.ts; git commit -qam uno",
    `${git} rebase -q --exec 'touch x' other`,
  ],
  ["a strategy to go on with", "sed -i s/1/uno/ lib/b.ts; git commit -qam uno", `${git} rebase -q -s resolve other`],
])("keeps nothing of git's where it comes with %s", (_what, before, script) => {
  stage.plain(before);
  const refs = "git for-each-ref; cat .git/HEAD; cat .claude/settings.json; ls lib; ls .git | grep -E 'rebase|MERGE'";
  const was = stage.plain(refs);
  const said = stage.boxed({ script, scope: "^src/", movesTree: true });
  expect(said.verdicts.some(([, , becomes]) => becomes !== "applied")).toBe(true);
  expect(stage.plain(refs)).toBe(was);
});

it("keeps nothing where the person changed a file of it meanwhile", () => {
  const place = "$HOME/.npm/_cacache";
  const wait = (name: string) => `until [ -e ${place}/${name} ]; do sleep 0.05; done`;
  stage.plain(`mkdir -p ${place}; (${wait("ready")}; echo person > lib/b.ts; touch ${place}/go) > /dev/null 2>&1 &`);
  const script = `git switch -q other; touch ${place}/ready; ${wait("go")}`;
  const said = stage.boxed({ script, scope: "^src/", movesTree: true, isInstall: true });
  expect(said.verdicts).toContainEqual(["change", "lib/b.ts", "asked", "contested"]);
  expect(stage.plain("cat .git/HEAD lib/b.ts .claude/settings.json")).toBe("ref: refs/heads/main\nperson\n1\n");
});

it.each([
  [
    "rebase",
    "sed -i s/1/uno/ lib/b.ts; git commit -qam uno; echo > src/z; git add -A; git commit -qm z",
    `${git} rebase -q other`,
    `${git} rebase --continue`,
  ],
  ["merge", "sed -i s/1/uno/ lib/b.ts; git commit -qam uno", `${git} merge -q -m m other`, `${git} merge --continue`],
  [
    "picks",
    "sed -i s/1/uno/ lib/b.ts; git commit -qam uno; git branch s; git reset -q --hard HEAD~1; git switch -q other; echo > src/z; git add -A; git commit -qm z",
    `${git} cherry-pick s~1 s`,
    `${git} cherry-pick --continue`,
  ],
])("keeps where a %s stopped for a conflict in scope, and it goes on", (_what, before, script, further) => {
  stage.plain(before);
  const said = stage.boxed({ script, scope: "^lib/b", movesTree: true });
  expect(said.committed?.filter((path) => path !== "lib/b.ts")).toEqual([]);
  expect(said.verdicts.filter(([, , becomes]) => becomes !== "applied")).toEqual([]);
  expect(stage.plain("grep -c '<<<<' lib/b.ts; git status --short | grep ^UU")).toBe("1\nUU lib/b.ts\n");
  expect(stage.plain(`seq 9 > lib/b.ts; git add -A; ${further} > /dev/null 2>&1; git status --short; ${fsck}`)).toBe(
    "",
  );
});

it("without that word holds another branch to the scope", () => {
  const was = stage.plain(state);
  stage.boxed({ script: "git switch -q other", scope: "^src/nothing" });
  expect(stage.plain(state)).toBe(was);
});
