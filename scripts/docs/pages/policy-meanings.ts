/** What each key of `policy.yaml` is for; the page cannot be written while one is missing here. */
export const policyMeanings: Record<string, string> = {
  version: "The version of this file's form.",
  mode: "`enforce` refuses what breaks a rule. `observe` lets it pass and records it; control files stay protected.",
  approval: "When and how a person is asked.",
  "approval.mode":
    "`strict` asks about every change, `balanced` lets pass what changes files inside the scope and can be undone, deletions included, and asks about the rest, `auto` never asks: what would be asked is refused. Without it the program's own default holds, which is `balanced` for the command line.",
  "approval.timeout_s": "How long a call waits for an answer while somebody watches the inbox.",
  "approval.approver":
    "Who may be asked: whoever is there, only `intentgate approvals`, only the terminal the call was made from, or nobody.",
  commands:
    "Command lines that agents may run without a question, in the root folder; elsewhere the same words may run other code.",
  "commands[].run": "The command line up to its free arguments, such as `npm test`. It is compared word by word.",
  "commands[].args": "`none`: exactly `run`. `any`: any further plain words, options too. A list: only these words.",
  "commands[].writes":
    "Globs of what the command may write. What it really wrote is compared with them; without any, it writes nothing. Name folders or files: what changes under `dist/**` meanwhile is the agent's, under `**` it may as well be a person's, and is credited to nobody.",
  "commands[].variables":
    "Names that may be set in front of it (`DATABASE_URL=… npm test`), whatever their values: it is the same command with them. Never a name that can say what code runs: `PATH`, `LD_…`, `NODE_OPTIONS`, `GIT_…`, `PYTHON…`, `npm_config_…`, `…FLAGS`, `…OPTS` and their like.",
  "commands[].contain": "`false`: the command is not contained, for what needs keys, devices or other machines.",
  "commands[].network": "Hosts that this command reaches while it is contained; no other command does.",
  tools: "What tools do that the gate does not know, by name; `mcp.SERVER.TOOL` for a tool of an MCP server.",
  "tools.NAME.effect": "What the tool does.",
  "tools.NAME.paths_from": "The input fields that hold its paths.",
  forbid: "What is refused whatever a person says. A rule holds when all of its conditions hold.",
  "forbid[].tool": "The tool's name; `*` stands for anything.",
  "forbid[].command": "The whole command line; `*` stands for anything.",
  "forbid[].paths": "Globs of changed files.",
  "forbid[].reason": "Told to the model.",
  protected: "Globs that no call may change: `forbid` without a reason of its own.",
  secret_paths:
    "Files whose content enters no diff, no log and no cache, and of which records hold no hash that could be guessed. A list given here replaces the default.",
  scratch:
    "Absolute folders, besides the system's temp folder, in which a change needs an intent but no scope. The home folder is none, even in the temp folder; a folder below it may be.",
  lock: "What the lock does.",
  "lock.never_read": "Whether an existing file that the session has never read may be overwritten as a whole.",
  on_violation:
    "`report`: a write that was neither announced nor in scope is told to the model and the person. `revert`: it is also undone where nobody else may have made it; what is displaced is kept in quarantine.",
  trust:
    "`during_calls`: only changes made while a call ran wait for `intentgate trust`. `always`: a person's own edits wait too.",
  completion:
    "`person`: a person confirms that an intent is done. `auto`: an intent with checks is done when they all passed.",
  environment:
    "Where this is: event hooks and abilities with `environments` run where it is among them. `INTENTGATE_ENV` may add one for hooks, never take one away.",
  follow_up:
    "What becomes of commands and tasks that event hooks ask for: `queue` keeps them for a person, `run` does them at once, through the gate.",
  resident:
    "Whether the gate that stays in memory may answer the events of this root. `off`: every event gets a process of its own.",
  speak_for_host:
    "`true`: inside a taken intent the gate says yes for the agent to files in the scope and to commands that are contained or declared, so that it asks nobody again; its own deny and ask rules hold. `init` writes it. `false`: the agent asks as without the gate.",
  containment:
    "How commands are held by the system while they run: those that the gate itself starts, on Linux with bubblewrap.",
  "containment.mode":
    "`on`: where the machine can contain a command, it does; elsewhere the gate asks. `required`: what cannot be contained is refused, and so are changes by agents that are on no floor (`intentgate start`). `off`: nothing is contained.",
  "containment.network": "What contained commands that install reach.",
  "containment.network.allow":
    "Hosts that a recognised install reaches without a question, such as `registry.npmjs.org`; `*.example.org` stands for every name below.",
  "containment.home_caches":
    "Absolute folders in your home folder that a recognised install fills for real, besides the caches of its kind. What holds keys, settings of agents, what the gate keeps or a governed root is left out.",
  "containment.keep_mb": "How much is kept of what was held back, until a person answers; the oldest goes first.",
  "containment.keep_hours": "How long it is kept.",
  limits: "Bounds.",
  "limits.payload_bytes": "The largest input of a call that is looked at; a larger one is refused.",
  "limits.denials_in_a_row":
    "After so many refusals of the same change, or five times as many of any, with none allowed between, a session is stopped until a person resets it.",
  "limits.delete_without_asking":
    "How many files one call may delete without a question in `balanced`, where each of them can be restored.",
  "limits.observe_files":
    "How many files are compared around a call that runs a program; with more, it is said each time.",
  "limits.before_cache_mb":
    "How much is kept of files as they were before a change, for seven days: for `intentgate undo`, diffs, line ranges and `on_violation: revert`.",
  "limits.revert_within_s":
    "A call that took longer has nothing put back: a person may have made the change meanwhile. 0 puts nothing back; a large number says that nobody but agents works here.",
  "limits.ledger_mb": "The ledger's file is put into its archive once it is larger; readers see no border.",
};
