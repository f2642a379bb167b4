/** Nobody but a person changes the files that control the gate, the host or git; not configurable off. */
import { changedFolders, changedPaths, type Deny, deny, type HookContext, type PreHookFn } from "@intentgate/engine";
import type { Governed } from "./governed.ts";

export function protectControlFiles(governed: Governed): PreHookFn {
  return async (context) => {
    if (!context.isMutatingTool) return;
    const named = governed.described(context).named;
    const folders = changedFolders(context.effects);
    for (const { path, absolute } of [...changedPaths(context.effects), ...folders, ...mentioned(context), ...named]) {
      const reason = governed.controlReason(absolute);
      if (reason) return controlFile(path, reason);
    }
    for (const { path, absolute } of removed(context)) {
      const reason = governed.removalReason(absolute);
      if (reason) return controlFile(path, reason);
    }
    if (governed.described(context).gateCommand) return gateCommand();
  };
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

function controlFile(path: string, reason: string): Deny {
  return deny(
    "CONTROL_FILE",
    `${path} is a control file (${reason}); no tool call may change it.`,
    "Leave it alone. If it must change, tell the person what to change and why: they edit it themselves.",
    { file_path: path },
  );
}

function gateCommand(): Deny {
  return deny(
    "CONTROL_FILE",
    "The gate's own command line belongs to the person: from an agent's shell only what tells something passes, such as `intentgate status`, `why`, `classify` and `intent show`.",
    "Ask the person to run the command in their own terminal.",
    { file_path: "intentgate" },
  );
}
