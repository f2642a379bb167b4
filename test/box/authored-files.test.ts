/** The intents file around contained git: what the gate wrote goes along with a commit, and what git brings is no person's word. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type HostStage, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
const intents = ".orchestration/active_intents.yaml";
beforeAll(async () => {
  host = await setHostStage();
  host.plain(`git switch -qc wider; sed -i 's#src/\\*\\*#**#' ${intents}; git commit -qam wider; git switch -q main`);
});
afterAll(() => host.clear());
beforeEach(() => {
  host.plain("git switch -q main; git reset -q --hard; git stash clear");
  host.typed("trust --yes");
  host.takes("INT-1");
  host.bash("echo more >> src/a.ts");
});

const subject = () => host.plain("git log -1 --format=%s").trim();
const log = "git log -1 --format= --name-only";

describe("a commit in the box", () => {
  it("takes along what the gate wrote into the intents file", () => {
    expect(host.plain("git status --porcelain")).toBe(` M ${intents}\n M src/a.ts\n`);
    expect(host.bash("git add -A && git commit -qm all").err).toBe("");
    expect([subject(), host.plain(log)]).toEqual(["all", `${intents}\nsrc/a.ts\n`]);
  });

  it("does so after work was put aside and taken back", () => {
    expect([host.bash("git stash").err, host.bash("git stash pop").err]).toEqual(["", ""]);
    expect(host.bash("git add -A && git commit -qm later").err).toBe("");
    expect([subject(), host.plain("git status --porcelain")]).toEqual(["later", ""]);
  });

  it.each<[string, string]>([
    ["another text", `sed -i 's#src/#**/#' ${intents} && git add -A && git commit -qm other`],
    [
      "another text, and what stands there again after it",
      `cp ${intents} /tmp/was && echo >> ${intents} && git add -A && git commit -qm other; cp /tmp/was ${intents} && git add -A && git commit -qm other`,
    ],
    ["a text of another branch", `git show wider:${intents} > ${intents} && git add -A && git commit -qm other`],
    ["no text", `git rm -q --cached ${intents} && git commit -qm other`],
    ["a program", `git update-index --chmod=+x ${intents} && git commit -qm other`],
    [
      "a mark by which git looks no more",
      `git add -A && git commit -qm other && git update-index --skip-worktree ${intents}`,
    ],
    ["a file of its own that steers", "echo > .orchestration/policy.yaml && git add -A && git commit -qm other"],
  ])("does not take along %s", (_what, line) => {
    host.bash(`bash -c ${JSON.stringify(line)}`);
    expect(subject()).not.toBe("other");
    expect(host.plain(`git ls-files -v ${intents}`)).toMatch(/^H /);
  });

  it("does not take along what a person wrote there", () => {
    host.plain(`echo '# mine' >> ${intents}`);
    expect(host.bash("git add -A && git commit -qm other").said).toContain("CONTROL_FILE");
  });
});

describe("a wider intent on another branch", () => {
  const out = () => {
    host.takes("INT-1");
    return host.bash("echo x > docs/new.md").said;
  };

  it("does not count where contained git brings it, until a person accepts it", () => {
    expect(host.bash("git switch -q -f wider").err).toBe("");
    expect(host.plain(`grep -c '"\\*\\*"' ${intents}`)).toBe("1\n");
    expect(out()).toContain("SCOPE_VIOLATION");
    host.typed("trust --yes");
    expect(out()).not.toContain("SCOPE_VIOLATION");
  });

  it("leaves nothing behind where git takes it away again", () => {
    host.bash("git commit -qam mine");
    host.bash("git switch -q wider");
    host.bash("git switch -q -");
    expect(host.typed("status")).not.toContain("intentgate trust");
    expect(host.bash("echo more >> src/a.ts").said).not.toContain("deny");
  });
});
