/**
 * The agents of `demo --page`, a program of its own. What they asked in the past was answered by the script, so that
 * nobody can name the place in which they work: it makes a new one and tells the process that forked it where that is.
 */
import { setTimeout as wait } from "node:timers/promises";
import { silent } from "./narrator.ts";
import { plantShop } from "./plant-shop.ts";
import { type Audience, openStage } from "./play.ts";
import { alone, elsewhere, ending, together } from "./story.ts";

const PACE_MS = 3_000;
const EVERY_MS = 25 * 60_000;

const tell = process.send?.bind(process);
if (tell === undefined) {
  process.stderr.write("This is a part of `intentgate demo --page` and does nothing by itself.\n");
  process.exitCode = 2;
} else {
  process.once("disconnect", () => process.exit()); // nobody looks any more
  const { folder, stateDir } = await plantShop();
  const past = [...alone, ...together];
  let clock = Date.now() - (past.length + 1) * EVERY_MS;
  const before = openStage(folder, stateDir, { asks: "script", now: () => new Date(clock) });
  const later = async () => {
    clock += EVERY_MS;
  };
  await before.play(past, { ...silent, announce: later });
  tell({ folder });
  // From here on whoever looks at the page is asked.
  const live = openStage(folder, stateDir, { asks: "page" });
  const slowly: Audience = { ...silent, announce: () => wait(PACE_MS) };
  await Promise.all([elsewhere, ending].map((steps) => live.play(steps, slowly)));
  process.disconnect();
}
