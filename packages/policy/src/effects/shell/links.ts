/** Links that a command makes: a later write through one reaches what it points to. */
import type { Use } from "../programs/program.ts";
import { placePath } from "./place-path.ts";
import type { ShellState } from "./shell-state.ts";
import { type Field, fullText } from "./value.ts";
import type { Walker } from "./walker.ts";

export function rememberLinks(walker: Walker, args: readonly Field[], { effects }: Use, state: ShellState): void {
  const operands = args.filter(({ text }) => text === null || !text.startsWith("-") || text === "-");
  const target = operands[0] && fullText(operands[0]);
  const made = effects.filter((effect) => effect.does === "write");
  const [link] = made;
  if (!link || made.length !== 1 || target === undefined) return;
  const path = placePath(link.path, state.folder);
  if (path === null) return;
  const isSymbolic = args.some(({ text }) => text !== null && /^(-[a-zA-Z]*s|--symbolic)/.test(text));
  const slash = path.lastIndexOf("/");
  const from = isSymbolic ? path.slice(0, Math.max(slash, 0)) : state.folder;
  const reached = target === null ? null : placePath(target, slash === 0 ? "/" : from);
  if (reached === null) walker.unknown("a link to a place that is not known");
  else if (reached !== path) walker.links.set(path, reached);
}
