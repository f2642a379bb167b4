/** Nobody but a person changes the files that control the gate, the host or git; not configurable off. */
import { changedFolders, changedPaths, committedPaths, type Deny, deny, type HookContext } from "@intentgate/engine";
import type { Governed, GovernedPreHook } from "./governed.ts";

export function protectControlFiles(governed: Governed): GovernedPreHook {
  return async (context) => {
    if (!context.isMutatingTool) return;
    const { named, gateCommand, ran, command } = context.details;
    const folders = changedFolders(context.effects);
    const committed = committedPaths(context.effects);
    const mentions = mentioned(context).filter(
      ({ path, absolute }) => !(isOnlyStarted(path, ran) && governed.isProgram(absolute)),
    );
    if (gateCommand) return steersTheGate();
    for (const { path, absolute } of [...changedPaths(context.effects), ...folders]) {
      const reason = governed.controlReason(absolute);
      if (reason) return committed.has(absolute) ? committedControlFile(path, reason) : controlFile(path, reason);
    }
    for (const { path, absolute } of [...mentions, ...named]) {
      const reason = governed.controlReason(absolute);
      if (reason) return namedControlFile(path, reason, command === null ? "tool" : "command");
    }
    const steered = context.effects.list.find((effect) => effect.kind === "git_tree" && effect.steers.length > 0);
    // What a box brings is judged file by file, by whether git had it.
    if (steered?.kind === "git_tree" && context.details.kindOfRun.kind !== "rehearsed")
      return broughtByGit(steered.says, steered.steers[0] ?? "");
    for (const { path, absolute } of placed(context)) {
      const reason = governed.placingReason(absolute);
      if (reason) return controlFile(path, reason);
    }
    for (const { path, absolute } of removed(context)) {
      const reason = governed.removalReason(absolute);
      if (reason) return controlFile(path, reason);
    }
  };
}

function placed(context: HookContext) {
  const { list } = context.effects;
  const deleted = list.flatMap((effect) => (effect.kind === "delete" ? [effect.absolute] : []));
  return list.flatMap((effect) => {
    if (effect.kind === "write") return [effect];
    // Who deletes a folder also changes what is below it.
    if (effect.kind === "write_below") return deleted.includes(effect.absolute) ? [] : [effect];
    return effect.kind === "move" ? [effect.to] : [];
  });
}

function removed(context: HookContext) {
  return context.effects.list.flatMap((effect) => {
    if (effect.kind === "delete") return [effect];
    return effect.kind === "move" ? [effect.from, effect.to] : [];
  });
}

/** Paths named in the input of a call whose effect nobody knows: a control file among them is reason enough. */
function mentioned(context: HookContext) {
  return context.effects.list.flatMap((effect) => (effect.kind === "unknown" ? effect.mentions : []));
}

/** A command may begin with the path of Node.js or of the gate: whoever starts a program does not change it. */
function isOnlyStarted(path: string, ran: readonly string[]): boolean {
  const lines = ran.map((line) => line.split(/\s+/));
  return lines.some(([first]) => first === path) && !lines.some(([, ...rest]) => rest.join(" ").includes(path));
}

function controlFile(path: string, reason: string): Deny {
  return deny(
    "CONTROL_FILE",
    `${path} is a control file (${reason}); no tool call may change it.`,
    "Leave it alone. If it must change, tell the person what to change and why: they edit it themselves.",
    { file_path: path },
  );
}

function committedControlFile(path: string, reason: string): Deny {
  return deny(
    "CONTROL_FILE",
    `The commit would take ${path} along, a control file (${reason}); only a person commits those.`,
    `Commit without it: \`git restore --staged\` takes it out of the index. Tell the person that ${path} waits for a commit of theirs.`,
    { file_path: path },
  );
}

function broughtByGit(says: string, path: string): Deny {
  return deny(
    "CONTROL_FILE",
    `To ${says} would change ${path}, a control file; no tool call may change it.`,
    "Tell the person: they do it in their own terminal.",
    { file_path: path },
  );
}

/** It may only be read: whoever knows that can say so. */
function namedControlFile(path: string, reason: string, by: "command" | "tool"): Deny {
  const declare =
    by === "command"
      ? "declare this command word for word, with that name in `run`, under `commands`"
      : "declare what this tool does under `tools`";
  return deny(
    "CONTROL_FILE",
    `This ${by} names ${path}, a control file (${reason}), and nobody declared what it does there; no tool call may change it.`,
    `Go on without that file. If the ${by} is needed and only reads it, ask the person to ${declare} in .orchestration/policy.yaml.`,
    { file_path: path },
  );
}

function steersTheGate(): Deny {
  return deny(
    "CONTROL_FILE",
    "The gate's own command line belongs to the person: from an agent's shell only what tells something passes, such as `intentgate status`, `why`, `classify` and `intent show`.",
    "Ask the person to run the command in their own terminal.",
    { file_path: "intentgate" },
  );
}
