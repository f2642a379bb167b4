/** Names a command with the folder it runs in and the bytes of the files it mentions: anything else is another program. */
import type { HookContext } from "@intentgate/engine";
import { runsNamedFiles } from "@intentgate/shell";

export function commandHere(
  context: Pick<HookContext, "cwd" | "payload" | "effects">,
  command: string,
  hashNow: (absolute: string) => string | null,
): string {
  const folder = (context.payload as { cwd?: unknown } | null | undefined)?.cwd ?? null;
  // What a command writes may change from run to run; the code it runs may not.
  const [program = ""] = command.trim().split(/\s/, 1);
  const isPath = program.includes("/");
  const runsFiles = isPath || runsNamedFiles(program) || /[;&|$`(]/.test(command);
  const code = runsFiles ? mentionedBytes(context.effects, hashNow) : [];
  return JSON.stringify([command, context.cwd, folder, code]);
}

/** The files named in a call whose effect is unknown, with what stands in them: a script that changed is another one. */
export function mentionedBytes(
  effects: HookContext["effects"],
  hashNow: (absolute: string) => string | null,
): [path: string, hash: string][] {
  const paths = effects.list.flatMap((effect) => (effect.kind === "unknown" ? effect.mentions : []));
  const known = paths.flatMap(({ absolute }): [string, string][] => {
    const hash = hashNow(absolute);
    return hash === null ? [] : [[absolute, hash]];
  });
  return known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
