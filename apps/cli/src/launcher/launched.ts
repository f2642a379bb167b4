/** What the launcher tells the process that it starts: its own version, and how long the host has been waiting. */

export interface Launched {
  version: string;
  waitedMs: number;
  /** This program by the name that the launcher knows it by. */
  program: string;
}

export const LAUNCHER_VARIABLE = "INTENTGATE_LAUNCHER";

/**
 * Where this variable has this value, a yes ends with it in place of 0: an empty file in the place of this program ends
 * with 0 as well, and to most hosts that is a yes.
 */
export const YES_VARIABLE = "INTENTGATE_YES";
export const YES = 64;

export function yesCode(env: NodeJS.ProcessEnv): number {
  return env[YES_VARIABLE] === String(YES) ? YES : 0;
}

/** Null where no launcher started this. Whatever stands there can only shorten a wait. */
export function launchedBy(env: NodeJS.ProcessEnv, program: string | undefined): Launched | null {
  const [, version, waited] = /^([\w.+-]{1,40}) (\d{1,6})$/.exec(env[LAUNCHER_VARIABLE] ?? "") ?? [];
  if (version === undefined || waited === undefined || program === undefined) return null;
  return { version, waitedMs: Number(waited) * 1_000, program };
}
