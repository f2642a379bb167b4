/** The terminal, or whatever stands in its place. */
import { formatProblem, type Problem, visibleLines } from "@intentgate/documents";
import { createColors } from "picocolors";

export interface Io {
  cwd: string;
  env: NodeJS.ProcessEnv;
  json: boolean;
  /** True when a person sits at both ends. */
  isTerminal: boolean;
  color: ReturnType<typeof createColors>;
  print(text: string): void;
  /** One JSON value, pretty on a terminal, one line elsewhere. */
  printJson(value: unknown): void;
  complain(text: string): void;
  /** Calls a person who looks elsewhere. */
  ring(): void;
  input: AsyncIterable<Uint8Array>;
}

export function processIo(json: boolean): Io {
  const { stdin, stdout, stderr } = process;
  const color = createColors(Boolean(stdout.isTTY) && !process.env.NO_COLOR && !json);
  return {
    cwd: process.cwd(),
    env: process.env,
    json,
    isTerminal: Boolean(stdin.isTTY && stdout.isTTY),
    color,
    print: (text) => void stdout.write(`${onScreen(text, color.isColorSupported)}\n`),
    printJson: (value) =>
      void stdout.write(`${visibleLines(JSON.stringify(value, null, stdout.isTTY ? 2 : undefined))}\n`),
    complain: (text) => void stderr.write(`${onScreen(text, color.isColorSupported)}\n`),
    ring: () => void stdout.write("\u0007"),
    input: stdin,
  };
}

const COLOURS = /(\u001b\[\d{1,2}m)/;

/** The last net under all that a verb says: nothing but our own colours acts on a screen. */
export function onScreen(text: string, isColoured: boolean): string {
  if (!isColoured) return visibleLines(text);
  return text
    .split(COLOURS)
    .map((part, at) => (at % 2 === 1 ? part : visibleLines(part)))
    .join("");
}

/** Prints problems the way this run prints everything. */
export function complainAbout(io: Io, problems: readonly Problem[]): void {
  if (io.json) io.printJson({ problems });
  else for (const one of problems) io.complain(formatProblem(one));
}
