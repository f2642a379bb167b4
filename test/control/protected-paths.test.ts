/** Which paths are control files, by the policy's own list and what every host names: no row may become less strict. */
import { readFileSync } from "node:fs";
import { hosts } from "@intentgate/hosts";
import {
  type ControlPlaces,
  containsControl,
  controlReason,
  createControlRules,
  type FileFacts,
  isControlName,
  linkedControlPlaces,
} from "@intentgate/policy";
import { describe, expect, it } from "vitest";

type Row = [path: string, reason: string | null, holdsControl: boolean];
const rows = readFileSync(new URL("fixtures/protected-paths.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

const rules = createControlRules(hosts.map(({ control }) => control));
const places: ControlPlaces = {
  rules,
  roots: ["/r/app", "/r/Lib"],
  home: "/h/u",
  stateDirs: ["/h/u/.local/state/intentgate"],
  programs: ["/opt/gate/dist"],
  handlerScripts: ["/r/app/scripts/lint.sh", "tools/check.mjs"],
  gitHooks: ["/r/app/tools/hooks"],
};

describe("what is protected", () => {
  it("is exactly this, with these reasons", () => {
    expect(rows.length).toBeGreaterThan(600);
    expect(rows.map(([path]) => [path, controlReason(path, places), containsControl(path, places)])).toEqual(rows);
  });

  it("is told by its name alone where it is a control file anywhere", () => {
    const names = rows.flatMap(([path, reason]) => {
      const [, name = ""] = /^\/r\/app\/([^/]+)$/.exec(path) ?? [];
      return name === "" || path === "/r/app/scripts" ? [] : [[name, reason !== null] as const];
    });
    expect(names.filter(([, isOne]) => isOne).length).toBeGreaterThan(30);
    expect(names.map(([name]) => [name, isControlName(name, rules)])).toEqual(names);
  });

  it("is also what a link in the place of each name leads to", () => {
    const facts: FileFacts = {
      kind: (path) => (/^\/r\/app\/[^/]+$/.test(path) ? "link" : "absent"),
      linkTarget: (path) => `/elsewhere/${path.split("/").at(-1)}`,
      names: () => [],
      mayEnter: () => true,
      ignoresCase: () => false,
    };
    const found = linkedControlPlaces("/r/app", facts, rules);
    const atTop = rows.flatMap(([path, reason]) => {
      const [, below = ""] = /^\/r\/app\/(\.[^/]+(?:\/[^/]+)?|[a-z]+\.json[c]?)$/.exec(path) ?? [];
      return below !== "" && reason?.startsWith(`${below} `) ? [below] : [];
    });
    expect(atTop.length).toBeGreaterThan(30);
    expect(atTop.filter((name) => !found.includes(`/elsewhere/${name}`))).toEqual([]);
  });
});

describe("what hosts name", () => {
  const paths = hosts.flatMap(({ name, control }) =>
    Object.values(control)
      .flat()
      .map((path) => [name, path] as const),
  );

  it("is written as paths are compared, and begins with a name of its own", () => {
    const odd = paths.filter(
      ([, path]) => path !== path.toLowerCase().normalize("NFKC") || /^[*/]|\/$|\/\//.test(path),
    );
    expect(odd).toEqual([]);
  });

  it.each(hosts.map((host) => [host.name, host] as const))(
    "%s protects every file by which it is set up, switched off or steered",
    (_name, { install, silencing, control }) => {
      const inRoot = [
        ...(["personal", "team"] as const).flatMap((mode) => install.files(mode).map(({ path }) => path)),
        ...silencing.watched.flatMap(({ at, path }) => (at === "above" ? [path] : [])),
      ];
      expect(inRoot.filter((path) => controlReason(`/r/app/${path}`, places) === null)).toEqual([]);
      const own = install.ownFolder.path;
      expect(own === "" || control.inHome.includes(own)).toBe(true);
    },
  );
});
