/** The effects of words as a program's file says them: paths as spelled, words that are not known, devices that swallow. */
import type { WriteManner } from "@intentgate/engine";
import type { Nested, Use, UseEffect, Word } from "./program.ts";
import { isSink, streamOf } from "./sinks.ts";

export function useOf(
  effects: readonly UseEffect[],
  nested: readonly Nested[] = [],
  output: string | null = null,
): Use {
  return { effects, nested, output };
}

export function written(target: Word | string, manner: WriteManner): UseEffect[] {
  const path = typeof target === "string" ? target : target.text;
  if (path === null) return [somewhere()];
  if (isSink(path)) return [];
  return [{ does: "write", path: withoutEndSlash(path), manner }];
}

/** Another file takes its place, or its rights change: of a device that is as much as taking it away. */
export function replaced(target: Word | string, manner: WriteManner): UseEffect[] {
  const path = typeof target === "string" ? target : target.text;
  if (path !== null && (isSink(path) || streamOf(path) !== undefined)) return deleted(path);
  return written(target, manner);
}

export function madeFolder(target: Word | string, makesFolder: "with parents" | "alone"): UseEffect[] {
  return written(target, "derived").map((effect) => (effect.does === "write" ? { makesFolder, ...effect } : effect));
}

/** With everything in it, where it is a folder. */
export function writtenDeep(target: Word | string, manner: WriteManner): UseEffect[] {
  return written(target, manner).map((effect) => (effect.does === "write" ? { deep: true, ...effect } : effect));
}

export function deleted(target: Word | string): UseEffect[] {
  const path = typeof target === "string" ? target : target.text;
  if (path === null) return [somewhere()];
  const bare = withoutEndSlash(path);
  return [bare === path ? { does: "delete", path } : { does: "delete", path: bare, throughLink: true }];
}

export function below(folder: Word | string): UseEffect[] {
  const path = typeof folder === "string" ? folder : folder.text;
  return path === null ? [somewhere()] : [{ does: "write_below", folder: withoutStars(withoutEndSlash(path)) }];
}

/** It cannot be said which files below it go. */
export function emptied(folder: Word | string): UseEffect[] {
  return below(folder).map((effect) => (effect.does === "write_below" ? { ...effect, deletes: true } : effect));
}

/** Below anything below a folder is below the folder. */
function withoutStars(path: string): string {
  return path.endsWith("/**") ? path.slice(0, -"/**".length) || "/" : path;
}

/** What unpacks goes through the links that it finds in the folder. */
export function unpackedBelow(folder: Word | string): UseEffect[] {
  return below(folder).map((effect) => (effect.does === "write_below" ? { ...effect, unpacks: true } : effect));
}

export function somewhere(): UseEffect {
  return { does: "write_somewhere", why: "the target is known only when the command runs" };
}

/** `-` is standard input to most programs. */
export function readsOf(words: readonly Word[], whole = false): UseEffect[] {
  const effects: UseEffect[] = [];
  for (const { text } of words) {
    if (text === null || text === "" || text === "-") continue;
    effects.push(whole ? { does: "read", path: text, whole: true } : { does: "read", path: text });
  }
  return effects;
}

export function withoutEndSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

export function baseName(path: string): string {
  const bare = withoutEndSlash(path);
  return bare === "/" ? "" : bare.slice(bare.lastIndexOf("/") + 1);
}

export function folderName(path: string): string {
  const bare = withoutEndSlash(path);
  const slash = bare.lastIndexOf("/");
  return slash < 0 ? "." : slash === 0 ? "/" : bare.slice(0, slash);
}

/** `path` as seen from outside of `folder`. */
export function inside(folder: string, path: string): string {
  if (path.startsWith("/") || path.startsWith("~") || folder === "." || folder === "") return path;
  return folder.endsWith("/") ? `${folder}${path}` : `${folder}/${path}`;
}

/** A name beside `path`; what stands for anything below a folder already covers it. */
export function beside(path: string, suffix: string): string {
  return path.endsWith("/**") || path === "**" ? path : `${withoutEndSlash(path)}${suffix}`;
}

/** Spelled so that it can only be a folder. */
export function isFolderSpelling(path: string): boolean {
  return (
    path.endsWith("/") || path === "." || path === ".." || path.endsWith("/.") || path.endsWith("/..") || path === "~"
  );
}

/** The file, and the copy of what it was: `*` in the suffix stands for its name. */
export function edited(file: Word, suffix: string): UseEffect[] {
  const change = written(file, "derived");
  if (suffix === "" || file.text === null) return change;
  const { text } = file;
  if (!suffix.includes("*")) return [...change, ...written(beside(text, suffix), "derived")];
  const name = suffix.replaceAll("*", baseName(text));
  return [...change, ...written(name.includes("/") ? name : inside(folderName(text), name), "derived")];
}
