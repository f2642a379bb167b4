import { expect, it } from "vitest";
import type { BoxPlan, Layering } from "./box-plan.ts";
import { boxWords, lookingWords, outerWords } from "./box-words.ts";

const planned = (more: Partial<BoxPlan> = {}): BoxPlan => ({
  ...{ kind: "rehearsed", laidBy: "bubblewrap", network: { kind: "none" }, root: "/home/me/p", home: "/home/me" },
  ...{ git: null, cwd: "/home/me/p", folder: "/state/run", hidden: [], caches: [], movable: [] },
  ...{ user: { uid: 7, gid: 8 }, processes: 99, needed: [], hasEmptyScratch: false, shown: [], sockets: [], own: [] },
  ...more,
});
const text = (words: readonly string[]) => ` ${words.join(" ")} `;
const box = (more: Partial<BoxPlan> = {}) => text(boxWords(planned(more), ["true"]));

it("has bubblewrap lay the layers in their places, the outer one first", () => {
  const laid = [...box({ git: "/home/me/p/r.git" }).matchAll(/--overlay-src (\S+) --overlay (\S+) (\S+) (\S+)/g)];
  expect(laid.map(([, ...words]) => words)).toEqual([
    ["/tmp", "/state/run/tmp-upper", "/state/run/tmp-work", "/tmp"],
    ["/home/me", "/state/run/home-upper", "/state/run/home-work", "/home/me"],
    ["/home/me/p", "/state/run/root-upper", "/state/run/root-work", "/home/me/p"],
    ["/home/me/p/r.git", "/state/run/git-upper", "/state/run/git-work", "/home/me/p/r.git"],
  ]);
});

it.each<[string, Partial<BoxPlan>, string]>([
  ["what is hidden", { hidden: [{ path: "/home/me/.ssh", kind: "folder" }] }, "--tmpfs /home/me/.ssh "],
  ["what is to be written for real", { caches: ["/home/me/.npm/c"] }, "--bind /home/me/.npm/c /home/me/.npm/c "],
  ["a socket of another program", { sockets: ["/srv/s"] }, "--ro-bind /dev/null /srv/s "],
])("lays %s over them", (_what, more, words) => {
  expect(box(more).lastIndexOf("--overlay ")).toBeLessThan(box(more).indexOf(words));
});

it.each<[string, Partial<BoxPlan>]>([
  ["no layer where everything is read-only", { kind: "bound" }],
  ["none of its own where mount lays them", { laidBy: "mount" }],
  ["no layer for scratch that is empty", { hasEmptyScratch: true, laidBy: "mount" }],
])("has %s", (_what, more) => {
  expect(box(more)).not.toContain("--overlay");
});

it.each<[Layering, BoxPlan["network"], string]>([
  ["mount", { kind: "none" }, " unshare -Urm --propagation private setpriv --pdeathsig KILL "],
  ["bubblewrap", { kind: "none" }, " setpriv --pdeathsig KILL "],
  [
    "bubblewrap",
    { kind: "session", holder: 9 },
    " nsenter -t 9 -U -n --preserve-credentials setpriv --pdeathsig KILL ",
  ],
])("begins as it has to where %s lays them: %o", (laidBy, network, words) => {
  expect(text(outerWords(planned({ laidBy, network })))).toBe(words);
});

it("looks at what was written without being able to write to it there", () => {
  const words = text(lookingWords(planned({ git: "/r.git" })));
  expect(words).toContain(
    " --overlay-src /home/me/p --overlay-src /state/run/root-upper --ro-overlay /state/run/root-merged ",
  );
  expect(words).toContain(
    " --overlay-src /r.git --overlay-src /state/run/git-upper --ro-overlay /state/run/git-merged ",
  );
  expect(words).not.toContain(" --overlay /");
  expect(words).toContain(" --unshare-net ");
});
