/** Asks the server. Whatever goes wrong is a value with a remedy: no view needs to catch. */
import { type Gets, keyHeader, keyStorageName, type Patches, type Posts } from "../../api/api.ts";
import type { ApiProblem, Failure } from "../../api/shared.ts";

/** `status` 0: the server could not be reached at all. */
export type Answer<T> = { ok: true; value: T } | { ok: false; status: number; problems: readonly ApiProblem[] };

export type Words = Readonly<Record<string, string | number | undefined>>;

/** Puts ids into the places of a path and words behind it; what is empty is left out. */
export function addressOf(path: string, ids: Words = {}, query: Words = {}): string {
  const filled = path.replace(/:([a-z]+)/g, (_, name: string) => encodeURIComponent(String(ids[name] ?? "")));
  const words = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return words.length === 0 ? filled : `${filled}?${new URLSearchParams(words)}`;
}

export function get<P extends keyof Gets>(
  path: P,
  { ids, query, signal }: { ids?: Words; query?: Words; signal?: AbortSignal } = {},
): Promise<Answer<Gets[P]>> {
  return ask(addressOf(path, ids, query), { ...(signal ? { signal } : {}) });
}

export function post<P extends keyof Posts>(
  path: P,
  ids: Words,
  body: Posts[P]["body"],
): Promise<Answer<Posts[P]["answer"]>> {
  return ask(addressOf(path, ids), withBody("POST", body));
}

export function patch<P extends keyof Patches>(
  path: P,
  ids: Words,
  body: Patches[P]["body"],
): Promise<Answer<Patches[P]["answer"]>> {
  return ask(addressOf(path, ids), withBody("PATCH", body));
}

function withBody(method: string, body: unknown): RequestInit {
  const key = localStorage.getItem(keyStorageName) ?? "";
  return {
    method,
    headers: { "content-type": "application/json", [keyHeader]: key },
    body: JSON.stringify(body),
  };
}

async function ask<T>(address: string, init: RequestInit): Promise<Answer<T>> {
  try {
    const response = await fetch(address, { credentials: "same-origin", cache: "no-store", ...init });
    const body: unknown = await response.json();
    if (response.ok) return { ok: true, value: body as T };
    return { ok: false, status: response.status, problems: problemsIn(body, response.status) };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return { ok: false, status: -1, problems: [] };
    return { ok: false, status: 0, problems: [unreachable] };
  }
}

function problemsIn(body: unknown, status: number): readonly ApiProblem[] {
  const problems = (body as Failure | null)?.problems;
  if (Array.isArray(problems) && problems.length > 0) return problems;
  return [{ ...unreachable, message: `The server answered ${status} and did not say why.` }];
}

const unreachable: ApiProblem = {
  code: "UNREACHABLE",
  message: "The server does not answer.",
  remedy: "Start it again in the project with: intentgate serve",
  file: null,
  line: null,
  column: null,
};

/** The key in a fragment such as `#key=…`; null where there is none. */
export function keyIn(hash: string): string | null {
  const found = /^#key=([A-Za-z0-9_-]{16,256})$/.exec(hash);
  return found?.[1] ?? null;
}

export function takeKey(place: Location, past: History, kept: Storage): void {
  const key = keyIn(place.hash);
  if (key === null) return;
  kept.setItem(keyStorageName, key);
  past.replaceState(null, "", `${place.pathname}#/now`);
}
