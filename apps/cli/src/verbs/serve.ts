/** Starts the page, which is a program of its own beside this one. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type Workspace, whyNotAPerson } from "@intentgate/gate";
import { stateDir } from "@intentgate/sidecar";
import { replaceFile } from "@intentgate/world";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { machineChecks } from "../doctor/checks.ts";
import { lookAll, lookAtRoot } from "../doctor/examine.ts";
import { appFolder, programUrl } from "../program/app-folder.ts";
import { complainAbout, type Io } from "../terminal/io.ts";
import { governedHere, personName } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "serve",
  usage: ["[--open] [--port N] [--token-file FILE]"],
  options: {
    open: flag("open it in your browser"),
    port: text("N", "by default that of an open tab, else any that is free"),
    "token-file": text("FILE", "write its address there, for you alone, instead of printing it"),
  },
  examples: {
    "intentgate serve --open": "the page of this repository in your browser",
    "intentgate serve --port 7412 --token-file ~/.intentgate-page": "without a terminal, for a script",
  },
  notes: [
    "It listens on this machine alone. Whoever has the printed address may answer for you: it is new with every start, name included, and printed once.",
    "While the page is open, calls that ask a person wait for its answer. Ctrl-C ends it; a tab that stays open finds the next start on its port by itself, for a day.",
    "It is a person's: it needs a terminal or --token-file, and refuses below an agent.",
    "Scripts send `Authorization: Bearer TOKEN` to http://127.0.0.1:PORT/api/…; TOKEN stands behind `token=` in the address.",
  ],
  run,
};

interface Address {
  url: string;
  api: string;
  token: string;
  address: string;
  addressForOnce(): string;
}

/** What the other program offers; it is loaded by its address, as nobody imports an app. */
interface PageProgram {
  serve(options: {
    workspace: Workspace;
    port: number;
    pageFolder: string;
    person: string;
    examine(): Promise<
      { check: string; state: "ok" | "note" | "warning" | "problem"; message: string; remedy: string | null }[]
    >;
    tell(server: Address): void;
    complain(text: string): void;
  }): Promise<void>;
}

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "serve", "serve takes options only");
  const given = args.text("port") ?? "0";
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (!(port <= 65_535)) return refuseUsage(io, "serve", "--port takes 0 to 65535");
  if (args.text("token-file") === "") return refuseUsage(io, "serve", "--token-file names no file");
  const workspace = governedHere(io);
  const tokenFile = args.text("token-file") === undefined ? null : resolve(io.cwd, args.text("token-file") ?? "");
  const standing = { hasTerminal: io.isTerminal || tokenFile !== null, pid: process.pid, hosts: workspace.hosts };
  const no = whyNotAPerson("serve", standing);
  if (no) {
    complainAbout(io, [
      tokenFile === null && !io.isTerminal ? { ...no, remedy: `${no.remedy} Or name a --token-file.` } : no,
    ]);
    return exitCodes.denied;
  }
  const program = (await import(programUrl("dashboard").href)) as PageProgram;
  try {
    await program.serve({
      workspace,
      port,
      pageFolder: join(appFolder(), "dist/page"),
      person: personName(io),
      examine: () => examine(workspace, io),
      tell: (server) => tell(server, tokenFile, args.flag("open"), workspace, io),
      complain: io.complain,
    });
  } finally {
    if (tokenFile !== null) rmSync(tokenFile, { force: true });
  }
  return exitCodes.done;
}

async function examine(workspace: Workspace, io: Io) {
  const machine = { env: io.env, stateDir: stateDir(io.env), here: workspace.home.root };
  const findings = [
    ...(await lookAll(machineChecks, machine)),
    ...(await lookAtRoot(workspace, { full: false, fix: false }, machine)),
  ];
  return findings.map(({ check, finding }) => ({ check, remedy: null, ...finding }));
}

/** The token goes to a person's screen or into a file of theirs, and nowhere else. */
function tell(server: Address, tokenFile: string | null, shallOpen: boolean, { home }: Workspace, io: Io): void {
  if (tokenFile !== null) {
    // Never with the rights of a file that is there: it may be open to others. And whole at once: scripts wait for it.
    rmSync(tokenFile, { force: true });
    replaceFile(tokenFile, `${server.address}\n`, { mode: 0o600 });
    const inside = relative(home.root, tokenFile);
    if (!inside.startsWith(".."))
      io.complain(
        `${inside} lies inside the repository: an agent that reads it can answer for you. Better put it elsewhere.`,
      );
  }
  const where = tokenFile === null ? server.address : `${server.url}  (its whole address is in ${tokenFile})`;
  if (io.json)
    io.printJson({
      root: home.root,
      url: server.url,
      api: server.api,
      ...(tokenFile === null ? { address: server.address } : {}),
    });
  else
    io.print(`The page of ${io.color.bold(home.root)}:\n  ${io.color.cyan(where)}\n${io.color.dim("Ctrl-C ends it.")}`);
  if (shallOpen) openBrowser(server.addressForOnce(), io);
}

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

function openBrowser(address: string, io: Io): void {
  const [program, ...words] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, address], { stdio: "ignore", detached: true });
  child.on("error", () => io.complain("No browser could be started; open the address yourself."));
  child.unref();
}
