/** The effects of an `apply_patch` call, one or two a file section. */
import type { Effect } from "@intentgate/engine";
import type { ParsedPatch } from "../patch/parse-patch.ts";
import type { PatchOperation } from "../patch/patch.ts";
import { resolved } from "./mentions.ts";
import type { Resolver } from "./resolve-path.ts";

/** `changed` lists the paths as spelled, so that observed hashes can be laid beside them. */
export function patchEffects(
  text: string,
  parse: (text: string) => ParsedPatch,
  resolver: Resolver,
): { list: Effect[]; changed: string[] } {
  const parsed = parse(text);
  if (!parsed.ok) {
    // Another reader may be more lenient, so what the text names is looked at all the same.
    const mentions = resolved(namedPaths(text), resolver, null);
    return { list: [{ kind: "unknown", why: `patch line ${parsed.line}: ${parsed.problem}`, mentions }], changed: [] };
  }
  return {
    list: parsed.operations.flatMap((operation) => operationEffects(operation, resolver)),
    changed: parsed.operations.flatMap((operation) =>
      operation.kind === "update" && operation.moveTo !== null ? [operation.path, operation.moveTo] : [operation.path],
    ),
  };
}

function operationEffects(operation: PatchOperation, resolver: Resolver): Effect[] {
  const { path } = operation;
  switch (operation.kind) {
    case "add":
      return [resolver.effect(path, true, (at) => ({ kind: "write", manner: "create_or_replace", ...at }))];
    case "delete":
      return [resolver.effect(path, false, (at) => ({ kind: "delete", ...at }))];
    case "update":
      return operation.moveTo === null
        ? [resolver.effect(path, true, (at) => ({ kind: "write", manner: "anchored", ...at }))]
        : moveEffects(path, operation.moveTo, resolver);
  }
}

function moveEffects(path: string, moveTo: string, resolver: Resolver): Effect[] {
  const move = resolver.effect(path, false, (from) =>
    resolver.effect(moveTo, false, (to) => ({ kind: "move", from, to })),
  );
  if (move.kind !== "move") return [move];
  // Where the new name is a link, one program replaces the link and another writes through it: both count.
  const through = resolver.effect(moveTo, true, (at) => ({ kind: "write", manner: "create_or_replace", ...at }));
  const isSame = through.kind === "write" && through.absolute === move.to.absolute;
  return isSame ? [move] : [move, through];
}

const header = /^\s*\*\*\* (?:Add File|Delete File|Update File|Move to):(.*)$/;

function namedPaths(text: string): string[] {
  return text.split(/[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/u).flatMap((line) => {
    const path = header.exec(line)?.[1]?.trim();
    return path ? [path] : [];
  });
}
