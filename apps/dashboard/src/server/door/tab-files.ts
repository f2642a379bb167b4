/**
 * The tabs that may look for the next start of the page: a file for each in the root's state folder, for this user alone.
 * What stands in one does not open a message to the tab: the half of the key that does is in the tab's memory.
 */
import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "@intentgate/documents";
import { onSystemError, readText, replaceFile } from "@intentgate/world";
import * as v from "valibot";

const MOST_TABS = 32;
const KEPT_MS = 24 * 60 * 60 * 1_000;
const ID = /^[\w-]{22}$/;
const OPEN_TO_OTHERS = 0o077;

const bytes = (count: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+$/),
    v.check((text) => Buffer.from(text, "base64url").length === count),
  );
/** A point on P-256, not compressed. */
export const publicKey = bytes(65);

const tabFile = v.strictObject({
  publicKey,
  secret: bytes(32),
  /** Name and port of the start that the tab was opened in. */
  host: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}\.localhost:\d{1,5}$/)),
  until: v.pipe(v.number(), v.integer()),
});

export type KeptTab = v.InferOutput<typeof tabFile> & { id: string };

export type TabFiles = ReturnType<typeof createTabFiles>;

export function createTabFiles(state: string, now: () => number) {
  const folder = join(state, "page-tabs");
  const fileOf = (id: string) => join(folder, id);

  function find(id: string): KeptTab | null {
    if (!ID.test(id) || !isOurs(fileOf(id))) return null;
    const json = readJson(readText(fileOf(id)) ?? "");
    const read = json.ok ? v.safeParse(tabFile, json.value) : null;
    if (!read?.success) return null;
    const { until } = read.output;
    return now() < until && until <= now() + KEPT_MS ? { ...read.output, id } : null;
  }

  /** The newest first. */
  function all(): KeptTab[] {
    const names = onSystemError("any", [], () => readdirSync(folder));
    return names.flatMap((id) => find(id) ?? []).sort((a, b) => b.until - a.until);
  }

  function write({ id, ...tab }: KeptTab): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    replaceFile(fileOf(id), JSON.stringify(tab), { mode: 0o600 });
  }

  return {
    find,

    /** A tab that was there before stays who it is. */
    keep(publicKey: string, host: string): KeptTab {
      const known = all().find((one) => one.publicKey === publicKey && one.host === host);
      const fresh = { id: random(16), secret: random(32), publicKey, host };
      const tab = { ...(known ?? fresh), until: now() + KEPT_MS };
      write(tab);
      const kept = new Set(
        all()
          .slice(0, MOST_TABS)
          .map(({ id }) => id),
      );
      for (const id of readdirSync(folder)) if (!kept.has(id)) rmSync(fileOf(id), { force: true, recursive: true });
      return tab;
    },

    forget(id: string): void {
      if (ID.test(id)) rmSync(fileOf(id), { force: true });
    },

    /** Where tabs of earlier starts ask. */
    ports(): number[] {
      return [...new Set(all().map(({ host }) => portOf(host)))];
    },
  };
}

export function portOf(host: string): number {
  return Number(host.slice(host.lastIndexOf(":") + 1));
}

/** Nobody else may have put it there, or read it. */
function isOurs(path: string): boolean {
  const found = onSystemError("any", null, () => lstatSync(path, { throwIfNoEntry: false }) ?? null);
  if (found === null || !found.isFile() || found.size > 4_096) return false;
  const user = process.getuid?.();
  return user === undefined || (found.uid === user && (found.mode & OPEN_TO_OTHERS) === 0);
}

function random(count: number): string {
  return randomBytes(count).toString("base64url");
}
