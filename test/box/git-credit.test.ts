/** Whose a line is where git carried it: what an agent commits, hides on a branch, in a stash or in the index is the agent's. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type HostStage, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage();
  host.plain(
    "printf 'const first = 1;\\nconst last = 9;\\n' > src/a.ts; git add -A; git commit -qm start; git tag start",
  );
  host.take("INT-1");
  host.takes("INT-1", "s2");
});
afterAll(() => host.clear());

let scene = 0;
let file = "";
/** A file of its own for each scene: the ledger knows nothing of it yet. */
beforeEach(() => {
  scene += 1;
  file = `src/f${scene}.ts`;
  host.plain(`git switch -q main; git reset -q --hard; git clean -fdxq -e .orchestration; git stash clear -q
    printf 'const first = ${scene};\\nconst last = 9;\\n' > ${file}; git add -A; git commit -qm 'file ${scene}'`);
});

const spelled = (text: string) => text.replaceAll("FILE", file).replaceAll("BRANCH", `b${scene}`);
/** One boxed command, as a script of the agent's. */
function agent(script: string, door: "gate" | "host" = "gate"): void {
  host.plain(`cat > src/agent.sh <<'END'\n${spelled(script)}\nEND\ngit add -A; git commit -qm script`);
  const said = door === "gate" ? host.run("bash src/agent.sh") : host.bash("bash src/agent.sh", { session: "s2" });
  expect(JSON.stringify(said)).not.toMatch(/"code":[1-9]|kept back/i);
}
const person = (script: string) => host.plain(spelled(script));
/** In a line of its own git may move the tree. */
function git(command: string): void {
  const said = host.run(spelled(command));
  expect(said, JSON.stringify(said)).toMatchObject({ decision: "allow", result: { exit_code: 0 } });
}
/** By text of the line. */
const whose = (text: string): string => {
  const line = host.plain(`grep -n '${text}' ${file}`).split(":")[0];
  expect(line).toMatch(/^\d+$/);
  return host.plain(`${host.program} why ${file}:${line} --json`);
};
const isOf = (text: string, entity: string) => expect(whose(text)).toContain(`"entity_type":"${entity}"`);
const isNotOf = (text: string, entity: string) => expect(whose(text)).not.toContain(`"entity_type":"${entity}"`);
const byPeople = () =>
  host
    .ledger()
    .flatMap(({ files }) => files)
    .filter(
      ({ relative_path, conversations }) =>
        relative_path === file && conversations.some(({ contributor }) => contributor.entity_type === "HUMAN"),
    );

describe("after a person's edit, what the agent edits and commits in one command", () => {
  it.each([
    ["gate", "echo 'const agents = 2;' >> FILE; git commit -qam w2"],
    ["host", "echo 'const agents = 2;' >> FILE; git commit -qam w2"],
    [
      "gate",
      "echo 'const agents = 2;' >> FILE; git commit -qam one; echo 'const more = 3;' >> FILE; git commit -qam two",
    ],
    [
      "gate",
      "git switch -qc BRANCH HEAD~1; echo 'const agents = 2;' >> FILE; git commit -qam side; git switch -q main; git cherry-pick -X theirs BRANCH",
    ],
  ] as const)("is the agent's, and the person's line the person's: through the %s %s", (door, script) => {
    agent("echo 'const before = 0;' >> FILE; git commit -qam w");
    person("echo 'const persons = 1;' >> FILE; git commit -qam pw");
    agent(script, door);
    isOf("agents", "AI");
    isOf("before", "AI");
    if (host.plain(`cat ${file}`).includes("persons")) isOf("persons", "HUMAN");
    expect(byPeople()).toHaveLength(1);
  });
});

describe("what a command leaves in git alone", () => {
  const added = "echo 'const backdoor = 1;' >> FILE";
  it.each<[what: string, hide: string, bring: () => void]>([
    [
      "on a branch that is merged",
      `git switch -qc BRANCH; ${added}; git commit -qam L; git switch -q main`,
      () => git("git merge --ff-only BRANCH"),
    ],
    [
      "on a branch that is picked from",
      `git switch -qc BRANCH; ${added}; git commit -qam L; git switch -q main`,
      () => git("git cherry-pick BRANCH"),
    ],
    [
      "on a branch that is switched to",
      `git switch -qc BRANCH; ${added}; git commit -qam L; git switch -q main`,
      () => git("git switch -q BRANCH"),
    ],
    [
      "in a commit that is taken back",
      `${added}; git commit -qam L; git tag t-BRANCH; git reset -q --hard HEAD~1`,
      () => git("git merge --ff-only t-BRANCH"),
    ],
    ["in a stash", `${added}; git stash -q`, () => git("git stash pop")],
    ["in the index", `${added}; git add FILE; git show HEAD:FILE > FILE`, () => person("git checkout -q -- FILE")],
    [
      "on a branch that a person merges",
      `git switch -qc BRANCH; ${added}; git commit -qam L; git switch -q main`,
      () => person("git merge -q --ff-only BRANCH"),
    ],
  ])("is the agent's once it is in the tree: %s", (_what, hide, bring) => {
    agent(hide);
    expect(host.plain(`cat ${file}`)).not.toContain("backdoor");
    isNotOf("first", "AI");
    bring();
    isOf("backdoor", "AI");
    isNotOf("first", "AI");
    expect(byPeople()).toEqual([]);
  });

  it("is the agent's through the host as well", () => {
    agent(`git switch -qc BRANCH; ${added}; git commit -qam L; git switch -q main`, "host");
    git("git merge --ff-only BRANCH");
    isOf("backdoor", "AI");
  });

  it.each([
    [
      "a person's edit that the agent puts into a stash",
      "echo 'const persons = 1;' >> FILE",
      "git stash -q",
      "git stash pop",
    ],
    [
      "a person's branch that the agent puts on another commit",
      "git switch -qc BRANCH HEAD~1; echo 'const persons = 1;' >> FILE; git commit -qam P; git switch -q main",
      "git switch -q BRANCH; git rebase -q main; git switch -q main",
      "git merge --ff-only BRANCH",
    ],
  ])("is nobody else's: %s", (_what, before, between, bring) => {
    host.plain(`echo ${scene} > src/other; git add -A; git commit -qm other`);
    person(before);
    for (const one of between.split("; ")) git(one);
    git(bring);
    isNotOf("persons", "AI");
    isNotOf("first", "AI");
  });
});
