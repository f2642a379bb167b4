import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import {
  allowed,
  exists,
  type Gate,
  intents,
  openGate,
  refused,
  withPerson,
  workingGate,
  write,
} from "./gate-scene.ts";
import { quarantined, runs, runsCommand } from "./unknown-program.ts";

const everything = intents.replace("- src/auth/**", '- "**"');
const policy = "limits: { denials_in_a_row: 1000 }\n";
const program = "node_modules/intentgate/bin/intentgate.cjs";
const command = (text: string) => ["execute_command", { command: text }] as const;

/** A repository whose own package manager installed the gate that runs here. */
async function installedGate(): Promise<Gate> {
  const files = { [program]: "installed\n", "node_modules/intentgate/dist/hook.cjs": "installed\n" };
  const gate = openGate({ intents: everything, policy, files });
  mkdirSync(join(gate.repo, "node_modules/.bin"));
  symlinkSync("../intentgate/bin/intentgate.cjs", join(gate.repo, "node_modules/.bin/intentgate"));
  const running = gate.reopened({ program: join(gate.repo, program) });
  expect((await running.take()).decision).toBe("allow");
  return running;
}

it.each([
  write(program, "process.exit(0)"),
  ["edit", { file_path: program, old_string: "installed", new_string: "x" }] as const,
  ["delete_file", { path: program }] as const,
  command(`sed -i s/installed/x/ ${program}`),
  command("echo x > node_modules/.bin/intentgate"),
  command("ln -sf ../../evil.cjs node_modules/.bin/intentgate"),
  command(`ln ${program} src/same.cjs`),
  command(`cp -l ${program} src/same.cjs`),
  command("rm -rf node_modules"),
  command("mv node_modules away"),
  command("mkdir evil; mv README.md evil/intentgate; mv evil/intentgate node_modules"),
  command("cp -r src/. node_modules"),
  write("packages/a/node_modules/intentgate/package.json", "{}"),
  ["teleport", { to: program }] as const,
])("the gate that a project installed is out of reach, with the scope ** too: %s %j", async (tool, input) => {
  const gate = await installedGate();
  await refused(gate, "CONTROL_FILE", tool, input);
});

it.each(["node_modules/.bin/intentgate", "node_modules/intentgate/bin/intentgate.cjs"])(
  "%s may not be made where nothing is installed",
  async (path) => {
    const gate = await workingGate({ intents: everything, policy });
    await refused(gate, "CONTROL_FILE", ...write(path, "x"));
    await refused(gate, "CONTROL_FILE", ...command(`cp README.md ${path}`));
  },
);

it.each([
  "mv src node_modules",
  "ln -s src node_modules",
  "cp -r src node_modules",
  "rm -rf node_modules && cp -r src node_modules",
  "rm -rf node_modules && cp -r src/. node_modules",
  "rm -rf node_modules; mkdir node_modules; cp -r src/. node_modules",
  "rm -rf node_modules && mv src node_modules",
  "mkdir node_modules && cp -r src node_modules/.bin",
])("nor may it come with the whole folder: %s", async (text) => {
  const files = { "src/intentgate/bin/intentgate.cjs": "evil\n" };
  const gate = await workingGate({ intents: everything, policy, files });
  await refused(gate, "CONTROL_FILE", ...command(text));
});

it("other packages stay files like any others, and may be taken away together where the gate is not among them", async () => {
  const gate = await workingGate({ intents: everything, files: { "node_modules/left/index.js": "1\n" } });
  await allowed(gate, ...write("node_modules/right/index.js", "1\n"));
  await runsCommand(gate, "rm -rf node_modules");
  expect(exists(gate, "node_modules")).toBe(false);
});

it("a program in a scratch area is out of reach, with the links to it, and its sources are not", async () => {
  const folder = tempFolder("program");
  for (const name of ["gate/bin", "gate/dist", "gate/src", "path"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "gate/bin/intentgate.cjs"), "x");
  symlinkSync("gate", join(folder, "current"));
  symlinkSync("../current/bin/intentgate.cjs", join(folder, "path/intentgate"));
  const env = { PATH: `/nowhere:${join(folder, "path")}` };
  const gate = await workingGate({ policy }, { env, program: join(folder, "gate/bin/intentgate.cjs") });
  for (const path of ["gate/bin/intentgate.cjs", "gate/dist/hook.cjs", "gate/bin/new", "current/dist/new"])
    await refused(gate, "CONTROL_FILE", ...write(join(folder, path), "x"));
  for (const path of ["path/intentgate", "current", "gate", "gate/dist"])
    await refused(gate, "CONTROL_FILE", ...command(`rm -rf ${join(folder, path)}`));
  await allowed(gate, ...write(join(folder, "gate/src/main.ts"), "x"));
});

it("what runs the gate may be started by its path, and not changed", async () => {
  const gate = await workingGate({ intents: everything, policy });
  await refused(gate, "CONTROL_FILE", ...command(`cp README.md ${process.execPath}`));
  await refused(gate, "CONTROL_FILE", ...command(`unheard-of ${process.execPath}; ${process.execPath} x.js`));
  const { asked } = await withPerson(gate, { reject: "no" }, () => gate.call(...command(`${process.execPath} x.js`)));
  expect(asked).toHaveLength(1);
});

it("the state folder of the account is out of reach wherever the environment says that it lies", async () => {
  const elsewhere = { XDG_STATE_HOME: "/tmp/planted", HOME: "/tmp/other-home" };
  const gate = await workingGate({ intents: everything, policy }, { env: elsewhere });
  const state = "intentgate/roots.json";
  for (const folder of [
    join(userInfo().homedir, ".local/state"),
    "/tmp/other-home/.local/state",
    "/tmp/planted",
    join(gate.stateDir, ".."),
  ])
    await refused(gate, "CONTROL_FILE", ...write(join(folder, state), "{}"));
});

it.each([
  ["echo newer > node_modules/intentgate/dist/hook.cjs", "node_modules/intentgate/dist"],
  ["ln -sf ../../evil.cjs node_modules/.bin/intentgate", "node_modules/.bin/intentgate"],
])(
  "what an allowed program does to the installed gate stays, as an upgrade must, and is told: %s",
  async (script, path) => {
    const gate = await installedGate();
    const answer = await runs(gate, script);
    const told = answer.notices.filter(({ message }) => message.includes("what the gate itself is made of"));
    expect(told.map(({ kind, paths }) => [kind, paths])).toEqual([["violation", [join(gate.repo, path)]]]);
    expect(answer.notices.map(({ kind }) => kind)).not.toContain("put_back");
    expect((await runs(gate, "true")).notices).toEqual([]);
  },
);

it("an .env that an allowed program writes is put back, and its bytes are kept", async () => {
  const gate = await workingGate({ intents: everything, files: { ".env": "A=1\n", "app/.env.example": "A=\n" } });
  const answer = await runs(gate, "echo B=2 >> .env; echo C=3 > app/.env.local; echo D=4 >> app/.env.example");
  expect(answer.notices.find(({ kind }) => kind === "put_back")?.paths.toSorted()).toEqual([".env", "app/.env.local"]);
  expect(gate.text(".env")).toBe("A=1\n");
  expect(exists(gate, "app/.env.local")).toBe(false);
  expect(gate.text("app/.env.example")).toBe("A=\nD=4\n");
  const kept = [".env", "app/.env.local"].map((path) => readFileSync(quarantined(gate, answer, path), "utf8"));
  expect(kept).toEqual(["A=1\nB=2\n", "C=3\n"]);
});
