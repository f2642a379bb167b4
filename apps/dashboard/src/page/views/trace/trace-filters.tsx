/** What narrows the list; all of it is part of the address. */
import type { Facet, TraceFacets, TraceFilter } from "../../../api/trace.ts";
import { Icon } from "../../parts/icon.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { route, setQuery } from "../../state/place.ts";
import { grouped, inFull } from "../../words/time-words.ts";
import { classWords, sessionName } from "../../words/words.ts";

export const filterNames = ["intent", "session", "model", "class", "path", "since", "until"] as const;

export function filterOf(query: Readonly<Record<string, string>>): TraceFilter {
  const filter: Record<string, string> = {};
  for (const name of filterNames) {
    const value = query[name];
    if (value) filter[name] = value;
  }
  return filter;
}

export function TraceFilters({ facets }: { facets: TraceFacets | null }) {
  const { query } = route.value;
  const classes = ["INTENT_EVOLUTION", "AST_REFACTOR"].map((value) => ({ value, count: 0 }));
  return (
    <div class="filters">
      <Choice name="intent" label="Intent" all="All intents" facets={facets?.intents ?? []} />
      <Choice name="class" label="Kind" all="All kinds" facets={classes} words={classWords} />
      <Choice name="session" label="Session" all="All sessions" facets={facets?.sessions ?? []} words={sessionName} />
      <Choice name="model" label="Model" all="All models" facets={facets?.models ?? []} />
      <SearchField label="File or folder" value={query.path ?? ""} onSearch={(path) => setQuery({ path })} />
      {query.since && (
        <button type="button" class="button small" onClick={() => setQuery({ since: "", until: "" })}>
          {inFull(query.since)} and after <Icon name="close" />
        </button>
      )}
    </div>
  );
}

function Choice(props: {
  name: (typeof filterNames)[number];
  label: string;
  all: string;
  facets: readonly Facet[];
  words?(value: string): string;
}) {
  const chosen = route.value.query[props.name] ?? "";
  const known = chosen === "" || props.facets.some((facet) => facet.value === chosen);
  const facets = known ? props.facets : [{ value: chosen, count: 0 }, ...props.facets];
  return (
    <select
      class="select"
      aria-label={props.label}
      value={chosen}
      onChange={(event) => setQuery({ [props.name]: event.currentTarget.value, record: "" })}
    >
      <option value="">{props.all}</option>
      {facets.map(({ value, count }) => (
        <option key={value} value={value}>
          {value === "none" ? "No intent" : (props.words?.(value) ?? value)}
          {count > 0 ? ` (${grouped(count)})` : ""}
        </option>
      ))}
    </select>
  );
}
