/** One hook as a row: what it is, whether it runs, how it fares. */
import type { HookCard } from "../../../api/hooks.ts";
import { Badge, When } from "../../parts/pieces.tsx";
import { counted, duration } from "../../words/time-words.ts";
import { eventWords } from "../../words/words.ts";

export function HookLine({ hook, isOpen, onOpen }: { hook: HookCard; isOpen: boolean; onOpen(): void }) {
  return (
    <button type="button" class={`hook-line ${isOpen ? "is-open" : ""}`} aria-expanded={isOpen} onClick={onOpen}>
      <span class="line">
        <span class="strong cut">{hook.id}</span>
        <TrustBadge hook={hook} />
        {hook.state === "readable" && hook.blocking && <Badge tone="info">can say no</Badge>}
        {hook.state === "readable" && !hook.enabled && <Badge>switched off</Badge>}
        <span class="push soft hook-runs">
          {hook.runs === 0 ? "never ran" : counted(hook.runs, "run")}
          {hook.mean_ms !== null && `, ${duration(hook.mean_ms)}`}
        </span>
      </span>
      <span class="line">
        <span class="soft cut grow">
          {hook.state === "readable"
            ? `${hook.summary === "" ? "Runs" : `${hook.summary} · runs`} ${eventWords(hook.event_type)}`
            : (hook.problems[0]?.message ?? "Its file cannot be read")}
        </span>
        {hook.failures > 0 && <Badge tone="bad">{counted(hook.failures, "failure")}</Badge>}
        {hook.last_run && <When at={hook.last_run.at} />}
      </span>
    </button>
  );
}

export function TrustBadge({ hook }: { hook: HookCard }) {
  if (hook.state === "broken")
    return (
      <Badge tone="bad" icon="alert">
        {hook.in_force ? "not readable; its last trusted version runs" : "not readable"}
      </Badge>
    );
  if (hook.trust === "trusted")
    return (
      <Badge tone="good" icon="shield">
        trusted
      </Badge>
    );
  return <Badge tone="warn">{hook.trust === "changed" ? "changed since you trusted it" : "not trusted yet"}</Badge>;
}
