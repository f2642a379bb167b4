import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { openRoot } from "./governed-root.ts";

let folder: string;
let root: string;
beforeEach(() => {
  folder = tempFolder("compiled");
  root = join(folder, "root");
  mkdirSync(join(root, ".orchestration"), { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const intents = (scope: string) =>
  `active_intents:\n  - { id: INT-1, name: Work, status: IN_PROGRESS, owned_scope: ["${scope}"] }\n`;
const policy = (forbidden: string) =>
  `forbid:\n  - { paths: ["${forbidden}"], reason: no }\ntools:\n  constructor: { effect: read }\n`;

/** Long enough ago for its identity to be trusted; the time of its last change is the system's to say. */
function put(name: string, text: string): void {
  const file = join(root, name);
  writeFileSync(file, text);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120);
}

function open(build: string | null = "build-1") {
  const found = { root, sidecar: join(root, ".orchestration"), authoredAt: root, registered: true };
  return openRoot(found, join(folder, "state"), () => new Date(), build);
}
function rulesOf(build: string | null = "build-1") {
  const rules = open(build).rules();
  if (!rules.ok) return rules.problems.map(({ code }) => code);
  return {
    scope: rules.value.intents.get("INT-1")?.owned_scope,
    forbid: rules.value.policy.forbid.flatMap(({ paths }) => paths),
    ignore: rules.value.ignore.map(({ glob }) => glob),
    tools: Object.entries(rules.value.policy.tools),
    hasPrototype: "toString" in rules.value.policy.tools,
  };
}
const compiled = () => {
  const roots = join(folder, "state", "roots");
  const [own = ""] = existsSync(roots) ? readdirSync(roots) : [];
  return join(roots, own, "compiled");
};

describe("rules that were read before", () => {
  beforeEach(() => {
    put(".orchestration/policy.yaml", policy("secret/**"));
    put(".intentignore", "dist/**\n");
    put(".orchestration/active_intents.yaml", intents("src/**"));
  });

  it("are the same as rules that are read", () => {
    const read = rulesOf(null);
    expect(existsSync(compiled())).toBe(false);
    expect(rulesOf()).toEqual(read);
    expect(readdirSync(compiled()).sort()).toEqual(["ignore", "intents", "policy"]);
    expect(rulesOf()).toEqual(read);
    expect(read).toMatchObject({ scope: ["src/**"], forbid: ["secret/**"], ignore: ["dist/**"], hasPrototype: false });
  });

  it.each([
    ["narrower intents", ".orchestration/active_intents.yaml", intents("src/a/**"), { scope: ["src/a/**"] }],
    ["a stricter policy", ".orchestration/policy.yaml", policy("**"), { forbid: ["**"] }],
    ["another .intentignore", ".intentignore", "src/**\n", { ignore: ["src/**"] }],
    ["intents that cannot be read", ".orchestration/active_intents.yaml", "active_intents: [", ["BAD_INTENTS"]],
    ["a policy that cannot be read", ".orchestration/policy.yaml", "mode: perhaps\n", ["BAD_POLICY"]],
  ])("give way to %s", (_, name, text, wanted) => {
    rulesOf();
    put(name, text);
    expect(rulesOf()).toMatchObject(wanted);
    expect(rulesOf()).toMatchObject(wanted);
  });

  it("give way to a file of the same size, written with the time of the one before", () => {
    rulesOf();
    const file = join(root, ".orchestration/active_intents.yaml");
    const { atime, mtime, size } = statSync(file);
    put(".orchestration/active_intents.yaml", intents("lib/**"));
    utimesSync(file, atime, mtime);
    expect(statSync(file).size).toBe(size);
    expect(rulesOf()).toMatchObject({ scope: ["lib/**"] });
  });

  it("are gone with the file", () => {
    rulesOf();
    rmSync(join(root, ".orchestration/policy.yaml"));
    rmSync(join(root, ".intentignore"));
    expect(rulesOf()).toMatchObject({ scope: ["src/**"], forbid: [], ignore: [] });
    rmSync(join(root, ".orchestration/active_intents.yaml"));
    expect(rulesOf()).toEqual(["SIDECAR_MISSING"]);
  });

  it("are not taken from another build", () => {
    rulesOf();
    for (const name of ["intents", "policy", "ignore"]) {
      const file = join(compiled(), name);
      writeFileSync(
        file,
        readFileSync(file, "latin1").replaceAll("src/**", "**/**").replaceAll("secret/**", "nobody/**"),
        "latin1",
      );
    }
    expect(rulesOf("build-2")).toMatchObject({ scope: ["src/**"], forbid: ["secret/**"] });
  });

  it("are read anew where what was kept is damaged", () => {
    rulesOf();
    for (const name of ["intents", "policy", "ignore"]) {
      const file = join(compiled(), name);
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3);
      writeFileSync(file, bytes);
    }
    expect(rulesOf()).toMatchObject({ scope: ["src/**"], forbid: ["secret/**"], ignore: ["dist/**"] });
  });

  it("are not looked for in the workspace, where programs write", () => {
    rulesOf();
    const planted = join(root, ".orchestration", "compiled");
    mkdirSync(planted);
    for (const name of ["intents", "policy", "ignore"])
      writeFileSync(
        join(planted, name),
        readFileSync(join(compiled(), name), "latin1").replaceAll("src/**", "**/**"),
        "latin1",
      );
    rmSync(compiled(), { recursive: true });
    expect(rulesOf()).toMatchObject({ scope: ["src/**"] });
  });
});

it.each([
  ["are not kept of a file that was written a moment ago", 50, false],
  ["are not kept of a file that was written in the future", -5_000, false],
  ["are kept of one that has stood still for a while", 150, true],
])("%s", (_, age, isKept) => {
  const file = join(root, ".orchestration/active_intents.yaml");
  writeFileSync(file, intents("src/**"));
  vi.spyOn(Date, "now").mockReturnValue(statSync(file).ctimeMs + age);
  expect(rulesOf()).toMatchObject({ scope: ["src/**"] });
  expect(existsSync(join(compiled(), "intents"))).toBe(isKept);
});
