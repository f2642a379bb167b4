/** The address behind the `#`: which view, which thing in it, and what the view was asked to show. */

export const views = ["now", "intents", "trace", "code", "map", "hooks", "health"] as const;
export type View = (typeof views)[number];

export interface Route {
  view: View;
  /** The thing that is open in the view: an intent's id, a record's id, a file's path; "" where none is. */
  item: string;
  /** Filters and places, by name. */
  query: Readonly<Record<string, string>>;
}

const START: Route = { view: "now", item: "", query: {} };

/** Anything that is no address of ours leads to the start: a link that somebody mangled still opens the page. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#?\/?/, "");
  const cut = text.indexOf("?");
  const path = cut === -1 ? text : text.slice(0, cut);
  const slash = path.indexOf("/");
  const name = slash === -1 ? path : path.slice(0, slash);
  const view = views.find((one) => one === name);
  if (view === undefined) return START;
  const item = slash === -1 ? "" : decoded(path.slice(slash + 1));
  if (item === null) return { ...START, view };
  const query: Record<string, string> = Object.create(null);
  for (const [key, value] of new URLSearchParams(cut === -1 ? "" : text.slice(cut + 1))) query[key] = value;
  return { view, item, query: { ...query } };
}

export function formatRoute({ view, item, query }: Route): string {
  const words = Object.entries(query).filter(([, value]) => value !== "");
  const search = words.length > 0 ? `?${new URLSearchParams(words)}` : "";
  return `#/${view}${item === "" ? "" : `/${item.split("/").map(encodeURIComponent).join("/")}`}${search}`;
}

/** A route in which only what is named differs; an empty word takes the filter away. */
export function withQuery(route: Route, change: Readonly<Record<string, string>>): Route {
  return { ...route, query: { ...route.query, ...change } };
}

export function linkTo(view: View, item = "", query: Readonly<Record<string, string>> = {}): string {
  return formatRoute({ view, item, query });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // half an escape: nothing of this name can be meant
  }
}
