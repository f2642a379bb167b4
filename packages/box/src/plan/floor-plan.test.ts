import { expect, it } from "vitest";
import { type FloorFacts, planFloor } from "./floor-plan.ts";
import { floorWords } from "./floor-words.ts";

const none: FloorFacts = {
  ...{ held: [], free: [], hidden: [], masked: [], shown: [], fixed: [] },
  isMovable: (folder) => folder.startsWith("/home/me"),
};
const plan = (facts: Partial<FloorFacts>) =>
  planFloor({ ...none, ...facts }).map((mount) => `${mount.does} ${"path" in mount ? mount.path : mount.to}`);

it("fixes every folder above what it holds, the outer one first, where this user could move it away", () => {
  expect(plan({ held: ["/home/me/p/.git/config", "/etc/x/y"] })).toEqual([
    "fix /home/me",
    "fix /home/me/p",
    "hold /etc/x/y",
    "fix /home/me/p/.git",
    "hold /home/me/p/.git/config",
  ]);
});

it.each<[string, Partial<FloorFacts>, string[]]>([
  ["what lies in a held folder", { held: ["/a/b/c", "/a/b", "/a/b"] }, ["hold /a/b"]],
  [
    "what lies in a hidden one",
    { held: ["/a/b/c"], hidden: [{ path: "/a/b", kind: "folder" }] },
    ["hide /a/b", "close /a/b"],
  ],
  ["what is free of nothing", { free: ["/a/b"] }, []],
])("lays nothing for %s", (_what, facts, wanted) => {
  expect(plan(facts)).toEqual(wanted);
});

it("frees a folder after it held the one around it, and takes no neighbour for one inside", () => {
  expect(plan({ held: ["/r/.system", "/r/.systems"], free: ["/r/.system/logs", "/r/.systemx"] })).toEqual([
    "hold /r/.system",
    "hold /r/.systems",
    "free /r/.system/logs",
  ]);
});

it("hides after everything else, shows in what is hidden, and closes it last; what is masked stays open", () => {
  const facts = {
    held: ["/r/x"],
    hidden: [{ path: "/s", kind: "folder" } as const, { path: "/f", kind: "file" } as const],
    masked: [{ path: "/run/user/1", kind: "folder" } as const],
    shown: [{ from: "/else/hook", to: "/s/hook" }],
  };
  expect(plan(facts)).toEqual([...["hold /r/x", "hide /s", "hide /f", "hide /run/user/1", "show /s/hook", "close /s"]]);
});

it("gives words that a path can not be mistaken in", () => {
  const words = floorWords({
    mounts: planFloor({ ...none, held: ["/home/me/--bind"], hidden: [{ path: "/home/me/s", kind: "file" }] }),
    ...{ user: { uid: 7, gid: 8 }, cwd: "/home/me", hasNoTerminal: true },
  });
  expect(words.join(" ")).toContain("--ro-bind /home/me/--bind /home/me/--bind --ro-bind /dev/null /home/me/s");
  expect(words).toEqual(expect.arrayContaining(["--new-session", "--unshare-pid", "--die-with-parent"]));
  expect(words.at(-1)).toBe("--");
});
