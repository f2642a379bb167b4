import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { homeOfUser, otherState } from "./other-state.ts";

function place() {
  const top = tempFolder("other-state");
  const [home, repo, other] = [join(top, "home"), join(top, "repo"), join(top, "other")];
  const usual = join(home, ".local/state/intentgate");
  for (const folder of [join(repo, "src"), usual, join(other, "intentgate")]) mkdirSync(folder, { recursive: true });
  const register = (state: string) =>
    writeFileSync(join(state, "roots.json"), JSON.stringify({ version: 1, roots: [repo] }));
  const claim = { folder: repo, stateDir: join(other, "intentgate"), env: { XDG_STATE_HOME: other } };
  return { top, home, repo, other, usual, register, claim: { ...claim, userHome: () => home as string | null } };
}

type Place = ReturnType<typeof place>;

it.each<[string, (at: Place) => Partial<Place["claim"]>]>([
  ["knows nothing of the root", () => ({})],
  ["is not there", ({ top }) => ({ stateDir: join(top, "none/intentgate") })],
  ["is asked for a folder below it", ({ repo }) => ({ folder: join(repo, "src") })],
  [
    "has the root registered as well, as anybody could do",
    ({ register, claim }) => {
      register(claim.stateDir);
      return {};
    },
  ],
])("a state folder is not believed where the usual one has the root, and it %s", (_what, change) => {
  const at = place();
  at.register(at.usual);
  const doubt = otherState({ ...at.claim, ...change(at) });
  expect(doubt).toMatchObject({ code: "BAD_PATH", remedy: expect.stringContaining(join(at.usual, "roots.json")) });
});

it.each<[string, (at: Place) => Partial<Place["claim"]>]>([
  ["nobody named one", ({ usual }) => ({ env: {}, stateDir: usual })],
  [
    "it is the usual one by another name",
    ({ usual, top }) => {
      symlinkSync(join(usual, ".."), join(top, "link"));
      return { stateDir: join(top, "link/intentgate") };
    },
  ],
  ["the root is another", ({ top }) => ({ folder: top })],
  ["the system knows no home", () => ({ userHome: () => null })],
])("and it is where %s", (_what, change) => {
  const at = place();
  at.register(at.usual);
  expect(otherState({ ...at.claim, ...change(at) })).toBeNull();
});

it("nor is there a doubt where the usual one has no such root", () => {
  const at = place();
  expect(otherState(at.claim)).toBeNull();
});

it("what it cannot read is no reason to believe", () => {
  const at = place();
  writeFileSync(join(at.usual, "roots.json"), "}{");
  expect(() => otherState(at.claim)).toThrow();
});

it("the home is the system's, whatever the environment says", () => {
  const before = process.env.HOME;
  onTestFinished(() => {
    process.env.HOME = before;
  });
  process.env.HOME = "/planted";
  expect(homeOfUser()).toBe(userInfo().homedir);
  expect(homeOfUser()).not.toBe("/planted");
});
