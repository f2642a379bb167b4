/** A host as it is worked with for a day: its tools for what is done, its modes, and how it asks a person. */
import { join } from "node:path";
import type { StepCall } from "@intentgate/scripted-model";
import type { Ground, HostDriver } from "../hosts/driver.ts";
import type { Doing } from "./day.ts";
import type { DayStage } from "./day-stage.ts";

export const modes = ["starting", "manual", "bypass"] as const;
export type Mode = (typeof modes)[number];

/** The one who sits there: told what is asked, says yes or no. */
export type Person = (what: string) => boolean;

/** Sends one more prompt after the one before has come to its end; null: nothing is left to do. */
export type NextPrompt = () => string | null;

export interface Seat {
  driver: HostDriver;
  /** As the host calls them. */
  modes: Readonly<Record<Mode, string>>;
  /** By what a question of the host is told. */
  means: string;
  /** What it tells the model where it says no by itself, and asks nobody. */
  denies: RegExp | null;
  /** Null: it has no tool for this, and leaves it out. */
  call(ground: Ground, doing: Doing, mode: Mode): StepCall | null;
  /** Ends with all that was said. */
  work(stage: DayStage, mode: Mode, next: NextPrompt, person: Person): Promise<string>;
}

/** `~/` is the person's home folder; all else lies in the repository, or beside it. */
export function placeOf({ repo, home }: Ground, path: string): string {
  return path.startsWith("~/") ? join(home, path.slice(2)) : join(repo, path);
}
