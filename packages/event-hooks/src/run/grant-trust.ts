/** A person trusts hooks: from here on the bytes that they looked at are those that may run. */
import { basename } from "node:path";
import { idOf } from "./compile-hooks.ts";
import type { DeclaredHook, HookReview } from "./event-hooks.ts";
import type { HookRegistry } from "./hook-registry.ts";
import { haveSameBytes, type TrustedHook, type TrustFile } from "./trust-file.ts";

export interface TrustParts {
  trusted: TrustFile;
  registry: HookRegistry;
  declared(): readonly DeclaredHook[];
  review(ids: readonly string[] | "all"): readonly HookReview[];
  now(): Date;
}

export function grantTrust(
  ids: readonly string[] | "all",
  reviewed: readonly HookReview[] | undefined,
  parts: TrustParts,
): string[] {
  const now = parts.review(ids).filter(({ trust }) => trust !== "trusted");
  const wanted = now.filter((one) => {
    const seen = reviewed ? reviewed.find(({ id }) => id === one.id) : one;
    return one.untrustable === null && seen?.digest === one.digest && haveSameBytes(bytesOf(seen), bytesOf(one));
  });
  // While programs run, what counts may not be what stands there; a person trusts what stands there.
  parts.registry.accept(new Map(wanted.map(({ id, digest }) => [id, digest])));
  const at = parts.now().toISOString();
  const fresh = wanted.map((one): [string, TrustedHook] => {
    return [one.id, { at, digest: one.digest, text: one.text, files: bytesOf(one) }];
  });
  const there = new Set(
    parts.declared().map((one) => (one.kind === "readable" ? one.hook.id : idOf({ name: basename(one.file) }))),
  );
  parts.trusted.change((hooks) => {
    const kept = ids === "all" ? [...hooks].filter(([id]) => there.has(id)) : [...hooks];
    return new Map([...kept, ...fresh]);
  });
  return fresh.map(([id]) => id);
}

function bytesOf({ files }: HookReview): Record<string, string | null> {
  return Object.fromEntries(files.map(({ path, digest }) => [path, digest ?? null]));
}
