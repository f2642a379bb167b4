import { describe, expect, it } from "vitest";
import { textOf } from "../project-files.ts";

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  cpu?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const packages: Record<string, Locked> = JSON.parse(textOf("package-lock.json")).packages;
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);

/** Where node would find it: beside whoever asks, or further up. */
function isLocked(asker: string, name: string): boolean {
  const folders = asker.split("/node_modules/").map((_part, at, all) => all.slice(0, at + 1).join("/node_modules/"));
  return [`node_modules/${name}`, ...folders.map((folder) => `${folder}/node_modules/${name}`)].some(
    (path) => path in packages,
  );
}

describe("the lock file", () => {
  it("has an entry for every package that another asks for, those of other platforms included", () => {
    const missing = Object.entries(packages).flatMap(([asker, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isLocked(asker, name))
        .map((name) => `${asker || "the repository"} asks for ${name}`),
    );
    expect(installed.length).toBeGreaterThan(200);
    expect(missing).toEqual([]);
  });

  it("names no place to fetch from: that is everybody's own setting", () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it("has the hash of every package but of optional ones of other platforms", () => {
    const unproven = installed.filter(([, { integrity }]) => integrity === undefined);
    expect(unproven.filter(([, { optional, cpu }]) => !(optional && cpu))).toEqual([]);
  });
});
