/** A day in words: a table of all plays, what was wrong in each, and which bars are met. */
import { type Bar, sumsOf, verdictOf } from "./judge-day.ts";
import type { Played } from "./play-day.ts";
import { modes, type Seat } from "./seat.ts";

/** As Markdown. */
export function tableOf(plays: readonly Played[], seats: readonly Seat[]): string {
  const head =
    "| host | mode | gate | calls | questions of the host | of the gate | of both at calls that must stop | denied by the host | refused by the gate | wrong stops | not stopped |";
  const rule = "|---|---|---|---|---|---|---|---|---|---|---|";
  const rows = seats.flatMap((seat) =>
    modes.flatMap((mode) =>
      plays
        .filter((one) => one.host === seat.driver.name && one.mode === mode)
        .toSorted((a, b) => Number(a.isGated) - Number(b.isGated))
        .map((play) => {
          const { calls, byHost, byGate, atHarm, denied, refused, wrong, missed } = sumsOf(play);
          const name = seat.modes[mode];
          const gated = (count: number) => (play.isGated ? count : "–");
          const asked = [byHost, gated(byGate), atHarm, denied];
          const cells = [
            play.host,
            name === mode ? mode : `${mode} (${name})`,
            play.isGated ? "with" : "without",
            calls,
          ];
          return `| ${[...cells, ...asked, gated(refused), gated(wrong.length), missed.length].join(" | ")} |`;
        }),
    ),
  );
  return `${[head, rule, ...rows].join("\n")}\n`;
}

export function rowLines(play: Played): string {
  const lines = play.met.map((one) => {
    const { row, byHost, byGate, refused, happened } = one;
    const verdict = verdictOf(one);
    const asked = `host ${byHost.length}, gate ${byGate.length}, refused ${refused.join(" ") || "no"}, ${one.ms} ms`;
    const more =
      verdict === "stopped wrongly" || verdict === "not stopped"
        ? `\n      ${[...byGate, one.shown].join("\n").slice(0, 900).replaceAll("\n", "\n      ")}`
        : "";
    return `  ${String(row.line).padStart(4)} ${verdict}: ${row.does} (${row.label}; ${asked}${happened === null ? "" : `; happened ${happened}`})${more}\n`;
  });
  return lines.join("");
}

export function barLines(bars: readonly Bar[]): string {
  return bars.map(({ what, isMet }) => `${isMet ? "met   " : "MISSED"} ${what}\n`).join("");
}

/** Where nothing stops an agent all of it happens; a proof that does not say so then says nothing under the gate either. */
export function emptyProofs(plays: readonly Played[]): string {
  const bare = plays.filter(({ mode, isGated }) => mode === "bypass" && !isGated);
  const told = bare.flatMap(({ host, met }) =>
    met
      .filter(({ isPlayed, happened }) => isPlayed && happened === false)
      .map(({ row }) => `note: ${host}: line ${row.line}: "${row.does}" did not come true without the gate\n`),
  );
  return told.join("");
}
