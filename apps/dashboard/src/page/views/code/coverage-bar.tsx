/** Who wrote how much, as a bar and in words. */
import type { CoverageCounts } from "../../../api/code.ts";
import { whoWords } from "../../words/words.ts";
import { shares } from "./code-lines.ts";

export function CoverageBar({ coverage }: { coverage: CoverageCounts | null }) {
  if (coverage === null) return <span class="coverage waiting" title="Not looked at yet" />;
  const parts = shares(coverage, coverage.lines);
  if (parts.length === 0) return <span class="coverage none" title="No lines" />;
  const words = parts.map(({ who, percent }) => `${whoWords(who)} ${Math.round(percent)}%`).join(", ");
  return (
    <span class="coverage" title={words}>
      {parts.map(({ who, percent }) => (
        <span key={who} class={`who-${who.toLowerCase()}`} style={{ width: `${percent}%` }} />
      ))}
      <span class="unseen">{words}</span>
    </span>
  );
}

export function CoverageWords({ coverage }: { coverage: CoverageCounts }) {
  return (
    <ul class="coverage-words">
      {shares(coverage, coverage.lines).map(({ who, percent }) => (
        <li key={who}>
          <span class={`chip-dot who-${who.toLowerCase()}`} /> {whoWords(who)}{" "}
          <span class="soft">{percent < 1 ? "under 1" : Math.round(percent)}%</span>
        </li>
      ))}
    </ul>
  );
}
