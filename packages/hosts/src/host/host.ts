/** What a host is to us: one object that says all that is known of it. Nobody else names a host. */

import type { Checked } from "@intentgate/documents";
import type { ToolTable } from "../tools/tool-table.ts";
import type { AcpAgent } from "./acp.ts";
import type { Silencing } from "./around.ts";
import type { Decision, EventKind, EventTable, HostEvent, HostName, Reply, Told } from "./event.ts";
import type { Install } from "./install.ts";
import type { LiveHost } from "./live.ts";
import type { FileRules, Rules } from "./rules.ts";

export interface Host {
  name: HostName;
  /** As its makers write it. */
  title: string;
  can: Can;
  events: EventTable;
  tools: ToolTable;
  /** What its model calls a tool of our own MCP server. */
  ownTool(tool: string): string;
  /** `event` is what the command line named; null where only the payload says it. */
  decode(payload: string | Uint8Array, event: string | null): Checked<HostEvent>;
  encode(decision: Decision, event: HostEvent): Reply;
  /** Words for the model and for the person; empty where the event can carry none. */
  tell(told: Told, event: HostEvent): Reply;
  /** An explicit no in the form the host honours for sure: for input we cannot read and for our own errors. */
  refuse(reason: string, event: string | null): Reply;
  install: Install;
  silencing: Silencing;
  /** What its own rules say of a command, before anything is put in its place. */
  rules: Rules;
  /** What they say of files that a call names; null: nobody can tell, and it is never spoken for. */
  fileRules: FileRules | null;
  reach: Reach;
  control: HostControl;
  /** Where editors start it as an agent of theirs; null where its calls are read like those of any agent. */
  acp: AcpAgent | null;
  /** How `doctor --live` tries it, or why it cannot. */
  live: LiveHost | { untried: string };
}

/** From which version on it reads our hooks, and where it is started for that. */
export interface Reach {
  /** Whose hooks stop a call; null: nobody knows. */
  hooksSince: string | null;
  /** Started in a folder below the root, it reads the hooks of the root; null: no version was seen to. */
  below: string | null;
  /** Started in a linked worktree, it reads those of the main one. */
  worktree: string | null;
}

/** In every version. */
export const ALWAYS = "0";

/** What a host can express; what it cannot becomes stricter, never looser. */
export interface Can {
  /** Has a dialog of its own that was seen to say no where nobody is there to answer. */
  ask: boolean;
  /** The modes of its sessions in which a yes of a hook spares its own dialog, and is no yes against its rules. */
  speaksIn: readonly string[];
  /**
   * The modes, where it tells them, in which a line may stand in the place of a command; none in which it only plans. In
   * those of them in which no yes is said, it asks nobody.
   */
  linesIn: readonly string[];
  /** A hook may change the input of a call. */
  rewrite: boolean;
  /** The folder in which one command ends is the one in which the next begins. */
  keepsFolder: boolean;
  /** Events on which text reaches the model. */
  inject: readonly EventKind[];
  stopPrompt: boolean;
  holdStop: boolean;
  /** Gives every call an id, the same before and after. */
  callIds: boolean;
  /** Says which calls a subagent makes. */
  marksSubagents: boolean;
  /** How long it waits for a hook as `init` sets it up. */
  waitsMs: number;
  /** The longest text for the model that it hands on in one piece. */
  textLimit: number;
}

/**
 * Where its settings lie, which no tool call may change. Lower case, `/` between names, `*` for one name of any kind; each
 * stands for itself and everything below.
 */
export interface HostControl {
  /** At any depth inside a root. */
  inRoot: readonly string[];
  /** The same, for files that start MCP servers. */
  serversInRoot: readonly string[];
  /** Relative to the home folder. */
  inHome: readonly string[];
  /** From the top of the file system. */
  atTop: readonly string[];
  /** Plans and notes that it keeps for itself among its settings in the home folder: left to the scope rules. */
  notesInHome: readonly string[];
  /** What it rewrites there by itself all the time: after a program ran, that is not put back. */
  rewrittenInHome: readonly string[];
  /** How its files there begin that decide or run something, besides those that many hosts have. */
  settingsBeginWith: readonly string[];
}

export const nowhere: HostControl = {
  inRoot: [],
  serversInRoot: [],
  inHome: [],
  atTop: [],
  notesInHome: [],
  rewrittenInHome: [],
  settingsBeginWith: [],
};
