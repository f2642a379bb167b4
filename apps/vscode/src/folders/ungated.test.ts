/** What the status bar says of agents that are not gated, with a real program behind it and the editor's own parts played. */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import type * as vscode from "vscode";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import type { GovernedFolders } from "./governed-folders.ts";
import { registerUngated } from "./ungated.ts";

const bar = vi.hoisted(() => ({ text: "", tooltip: "", isShown: null as boolean | null, focus: (_is: boolean) => {} }));

vi.mock("vscode", () => ({
  StatusBarAlignment: { Left: 1 },
  ThemeColor: class {},
  Uri: { joinPath: (from: { fsPath: string }, path: string) => ({ fsPath: `${from.fsPath}/${path}` }) },
  Disposable: { from: () => ({ dispose: () => undefined }) },
  window: {
    createStatusBarItem: () =>
      Object.assign(bar, {
        show: () => {
          bar.isShown = true;
        },
        hide: () => {
          bar.isShown = false;
        },
      }),
    onDidChangeWindowState: (told: (state: { focused: boolean }) => void) => {
      bar.focus = (focused) => told({ focused });
    },
  },
}));

let extension: string;
let said: string[];
beforeEach(() => {
  extension = tempFolder("ungated");
  mkdirSync(join(extension, "dist/program/bin"), { recursive: true });
  Object.assign(bar, { text: "", tooltip: "", isShown: null });
  said = [];
});

/** The program answers so, for whatever folder it is started in. */
function answering(script: string): void {
  writeFileSync(join(extension, "dist/program/bin/intentgate.cjs"), script);
}

function register(...folders: string[]): () => void {
  let changed = () => {};
  const list = () =>
    folders.map((path) => ({
      folder: { uri: { fsPath: path }, name: basename(path) },
      workspace: { home: { root: path } },
    }));
  const onChange = (told: () => void) => {
    changed = told;
    return { dispose: () => undefined };
  };
  const governed = { list, onChange };
  const say = (line: string) => void said.push(line);
  registerUngated(
    governed as unknown as GovernedFolders,
    { fsPath: extension } as unknown as vscode.Uri,
    { warn: say, error: say } as unknown as vscode.LogOutputChannel,
  );
  return () => changed();
}

const agents = (...reasons: { why: string; remedy: string }[]) =>
  JSON.stringify({ agents: [{ title: "Some Agent", answer: "NOT GATED", reasons }] });
const printing = (text: string) => `process.stdout.write(${JSON.stringify(text)});`;
const reason = { why: "its hook is gone", remedy: "Run intentgate init." };

it("counts the agents of every folder, with why and what to do", async () => {
  const [one, two] = [tempFolder("one"), tempFolder("two")];
  answering(printing(agents(reason)));
  register(one, two)();
  await expect.poll(() => bar.isShown).toBe(true);
  expect(bar.text).toBe("$(warning) 2 not gated");
  expect(bar.tooltip).toContain(`Some Agent: NOT GATED (${basename(one)})\n  its hook is gone. Run intentgate init.`);
  expect(said).toContain(`Some Agent: NOT GATED (${basename(two)})`);
});

it("counts them also where the program ends with an exit code", async () => {
  answering(`${printing(agents(reason))} process.exitCode = 3;`);
  register(tempFolder("one"))();
  await expect.poll(() => bar.isShown).toBe(true);
  expect(bar.text).toBe("$(warning) 1 not gated");
});

it("shows nothing where every agent is gated", async () => {
  answering(printing(agents()));
  register(tempFolder("one"))();
  await expect.poll(() => bar.isShown).toBe(false);
  expect(said).toEqual([]);
});

it.each([
  ["says nothing", ""],
  ["says what is no answer", printing("not JSON")],
  ["fails", "throw new Error('broken')"],
])("says that it could not be read where the program %s", async (_what, script) => {
  const one = tempFolder("one");
  answering(script);
  register(one)();
  await expect.poll(() => said).toContain(`the status of ${one} could not be read`);
});

it("looks again when the person comes back to the window, and only then when folders stay the same", async () => {
  answering(printing(agents(reason)));
  const change = register(tempFolder("one"));
  change();
  await expect.poll(() => bar.isShown).toBe(true);
  answering(printing(agents()));
  change();
  bar.focus(false);
  expect(bar.isShown).toBe(true);
  bar.focus(true);
  await expect.poll(() => bar.isShown).toBe(false);
});
