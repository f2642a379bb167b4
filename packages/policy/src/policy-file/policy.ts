/** What a team decided, as read from `policy.yaml`; every field has a sound default. */

export type ApprovalMode = "strict" | "balanced" | "auto";

/** What a person says of a command for it to pass. */
export interface CommandWrites {
  /** The command line up to its free arguments, e.g. `npm test`. */
  run: string;
  /** `none`: exactly `run`. `any`: any further plain words, options included. A list: only these words. */
  args: "none" | "any" | string[];
  /** Globs the command may write; empty = it writes nothing. */
  writes: string[];
}

export interface DeclaredCommand extends CommandWrites {
  /** Names that may be set in front of it: with them it is the same command, whatever their values. */
  variables: string[];
  /** False: it runs as the person does, not in a box. */
  contain: boolean;
  /** Hosts that it reaches while it is contained. */
  network: string[];
}

export interface DeclaredTool {
  effect: "read" | "write" | "delete" | "run" | "network";
  /** Input fields that hold paths. */
  paths_from: string[];
}

export interface ForbidRule {
  tool: string | null;
  /** A glob over the whole command line. */
  command: string | null;
  paths: string[];
  reason: string;
}

/** `any` is whoever is not the agent; `client`: also the person behind an MCP client that is their own. */
export type Approvers = "any" | "client" | "inbox" | "terminal" | "none";

export interface Policy {
  mode: "enforce" | "observe";
  approval: { mode: ApprovalMode | null; timeout_s: number; approver: Approvers };
  commands: DeclaredCommand[];
  tools: Record<string, DeclaredTool>;
  forbid: ForbidRule[];
  /** Globs treated like `forbid` for changes, without a reason of their own. */
  protected: string[];
  /** Files whose content never enters a diff, a log or a cache. */
  secret_paths: string[];
  /** Absolute folders besides the system's temp folder where writes need no scope. */
  scratch: string[];
  lock: { never_read: "deny" | "allow" };
  on_violation: "report" | "revert";
  trust: "during_calls" | "always";
  completion: "person" | "auto";
  environment: string | null;
  follow_up: "queue" | "run";
  /** Whether a gate that stays may answer for this root; `off`: a process of its own for every event. */
  resident: "on" | "off";
  /** Whether the gate says yes for the host to what it allows inside a taken intent, so that it asks nobody again. */
  speak_for_host: boolean;
  /** How commands are held by the system while they run. */
  containment: {
    /** `on`: where the machine can. `required`: what cannot be contained is refused, and agents need a floor. */
    mode: "on" | "off" | "required";
    /** Hosts that installs reach without a question. */
    network: { allow: string[] };
    /** Absolute folders below the home folder that installs fill for real, besides the caches of their kind. */
    home_caches: string[];
    /** How much of what was held back is kept for a person's answer, and how long. */
    keep_mb: number;
    keep_hours: number;
  };
  limits: {
    payload_bytes: number;
    denials_in_a_row: number;
    /** Files that one call may delete without a question, where each of them can be restored. */
    delete_without_asking: number;
    observe_files: number;
    before_cache_mb: number;
    /** Stray writes of calls that took longer are not put back: a person may have made them. */
    revert_within_s: number;
    /** The ledger's file is put into the archive once it is larger. */
    ledger_mb: number;
  };
}

export const defaultPolicy: Policy = {
  mode: "enforce",
  approval: { mode: null, timeout_s: 300, approver: "any" },
  commands: [],
  tools: {},
  forbid: [],
  protected: [],
  secret_paths: [
    "**/.env",
    "**/.env.*",
    "**/*.pem",
    "**/*.key",
    "**/id_rsa*",
    "**/id_ed25519*",
    "**/.npmrc",
    "**/.netrc",
  ],
  scratch: [],
  lock: { never_read: "deny" },
  on_violation: "report",
  trust: "during_calls",
  completion: "person",
  environment: null,
  follow_up: "queue",
  resident: "on",
  speak_for_host: false,
  containment: { mode: "on", network: { allow: [] }, home_caches: [], keep_mb: 2_000, keep_hours: 24 },
  limits: {
    payload_bytes: 8_000_000,
    denials_in_a_row: 8,
    delete_without_asking: 50,
    observe_files: 100_000,
    before_cache_mb: 2_000,
    revert_within_s: 1,
    ledger_mb: 256,
  },
};
