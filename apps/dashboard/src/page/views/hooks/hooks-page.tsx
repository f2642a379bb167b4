/** *Hooks*: the project's own checks, how they fare, and whether a person trusts them. */
import type { HookCard, HooksView } from "../../../api/hooks.ts";
import { Badge, Command, Empty, Loading, Notice, Problems, ViewHead, When } from "../../parts/pieces.tsx";
import { Split } from "../../parts/split.tsx";
import { route, setQuery } from "../../state/place.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { counted, duration } from "../../words/time-words.ts";
import { eventWords } from "../../words/words.ts";
import { HookDetails, TrustBadge } from "./hook-details.tsx";

export function HooksPage() {
  const { item } = route.value;
  const open = item === "" ? (route.value.query.hook ?? "") : item;
  const hooks = useAnswer("/api/hooks", {}, ["hooks"]);
  const all = hooks.value?.hooks ?? [];
  const chosen = all.find((hook) => hook.id === open) ?? null;
  return (
    <div class="view fills">
      <Split
        label={chosen ? chosen.id : "Hook"}
        flows
        open={chosen ? open : ""}
        onClose={() => setQuery({ hook: "" })}
        details={chosen && <HookDetails key={chosen.id} hook={chosen} onTrusted={hooks.reload} />}
      >
        <ViewHead title="Hooks" />
        <div class="flow">
          <Problems problems={hooks.problems} />
          {hooks.value === null && hooks.problems.length === 0 && <Loading />}
          {hooks.value && all.length === 0 && <None />}
          {all.length > 0 && (
            <>
              <Waiting hooks={all} />
              <ul class="panel list hooks">
                {all.map((hook) => (
                  <li key={`${hook.id} ${hook.file}`}>
                    <HookLine hook={hook} isOpen={hook.id === open} onOpen={() => setQuery({ hook: hook.id })} />
                  </li>
                ))}
              </ul>
            </>
          )}
          {hooks.value && hooks.value.actions.length > 0 && <WaitingActions actions={hooks.value.actions} />}
        </div>
      </Split>
    </div>
  );
}

function Waiting({ hooks }: { hooks: readonly HookCard[] }) {
  const untrusted = hooks.filter((hook) => hook.state === "readable" && hook.enabled && hook.trust !== "trusted");
  if (untrusted.length === 0) return null;
  const blocking = untrusted.some((hook) => hook.state === "readable" && hook.blocking);
  return (
    <div class="notices">
      <Notice tone="warn" icon="alert">
        {counted(untrusted.length, "hook")} {untrusted.length === 1 ? "does" : "do"} not run until you have looked at{" "}
        {untrusted.length === 1 ? "it" : "them"} and trust {untrusted.length === 1 ? "it" : "them"}.
        {blocking && " What a blocking one would check is refused meanwhile."}
      </Notice>
    </div>
  );
}

function None() {
  return (
    <Empty icon="hooks" title="No hooks are declared">
      <p>A hook is a script of this project that runs on an event: it can check a tool call, say no, or add advice.</p>
      <Command text="intentgate hooks new check_names --event PreAbilityCall" />
    </Empty>
  );
}

const kinds: Readonly<Record<string, string>> = {
  open_file: "Open a file",
  run_command: "Run a command",
  create_task: "Start a task",
};

/** What hooks asked to be done: it waits for a person in the terminal. */
function WaitingActions({ actions }: { actions: HooksView["actions"] }) {
  return (
    <section class="section">
      <h2>Asked for by hooks</h2>
      <ul class="panel list">
        {actions.map((action) => (
          <li key={action.id} class="list-line wraps">
            <span class="strong">{kinds[action.kind] ?? action.kind}</span>
            <span class="soft">by {action.hook}</span>
            <Badge tone={action.state === "waiting" ? "warn" : "plain"}>{action.state}</Badge>
            {action.note !== null && <span class="soft">{action.note}</span>}
            <span class="push">
              <When at={action.at} />
            </span>
          </li>
        ))}
      </ul>
      <p class="soft small-line">To do or drop one:</p>
      <Command text="intentgate hooks actions" />
    </section>
  );
}

/** One hook as a row: what it is, whether it runs, how it fares. */
function HookLine({ hook, isOpen, onOpen }: { hook: HookCard; isOpen: boolean; onOpen(): void }) {
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
