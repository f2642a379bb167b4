/** Where we are: the route as a signal, and the ways to another. */
import { signal } from "@preact/signals";
import { formatRoute, parseRoute, type Route, type View, withQuery } from "./route.ts";

export const route = signal<Route>(parseRoute(""));

export function followAddress(): void {
  readAddress();
  addEventListener("hashchange", readAddress);
}

function readAddress(): void {
  route.value = parseRoute(location.hash);
}

export function go(view: View, item = "", query: Readonly<Record<string, string>> = {}): void {
  location.hash = formatRoute({ view, item, query });
}

/** Filters and open details do not fill the history: Back leaves the view. */
export function setQuery(change: Readonly<Record<string, string>>): void {
  history.replaceState(null, "", formatRoute(withQuery(route.peek(), change)));
  readAddress();
}
