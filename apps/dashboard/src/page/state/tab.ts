/** Keeps this tab known to its server, and looks for the next start of the page when that one is gone. */
import { effect } from "@preact/signals";
import { type KnownTab, makeTabKeys, newChallenge, openWay, type TabKeys } from "../../api/tab-keys.ts";
import { post } from "./client.ts";
import { connection } from "./live.ts";

const AGAIN_MS = 60 * 60 * 1_000;
const ASK_MS = 2_000;
const PATIENCE_MS = 5_000;

/** In the memory of this tab and nowhere else: what is kept in the browser belongs to whoever has the port next. */
export async function keepTab(): Promise<void> {
  const keys = await makeTabKeys();
  let tab: KnownTab | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;

  async function tell(): Promise<void> {
    if (performance.now() - toldAt < AGAIN_MS / 2) return;
    toldAt = performance.now();
    const answer = await post("/api/tabs", {}, { publicKey: keys.publicKey });
    if (answer.ok) tab = answer.value;
    else toldAt = Number.NEGATIVE_INFINITY;
  }

  async function look(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    while (connection.value === "lost") {
      const way = tab === null ? null : await wayToNext(keys, tab);
      if (way !== null) location.replace(way);
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    }
    isAsking = false;
  }

  effect(() => {
    if (connection.value === "live") void tell();
    if (connection.value === "lost") void look();
  });
  setInterval(() => connection.value === "live" && void tell(), AGAIN_MS);
}

/** Null where the next start is not there yet, or something else is. */
async function wayToNext(keys: TabKeys, tab: KnownTab): Promise<string | null> {
  const challenge = newChallenge();
  const { host, port } = location;
  try {
    const told = await fetch(`/api/successor?${new URLSearchParams({ tab: tab.id, challenge })}`, {
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const way = told.ok ? await openWay({ keys, tab, challenge, host }, await told.json()) : null;
    return way === null ? null : `http://${way.name}.localhost:${port}/enter?ticket=${way.ticket}`;
  } catch {
    return null;
  }
}
