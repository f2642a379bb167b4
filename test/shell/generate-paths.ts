/** Paths and words in the many ways in which a command may spell them. */
import type { Random } from "./random.ts";
import { names } from "./sample-tree.ts";

export interface Place {
  random: Random;
  /** Absolute; the folder that holds `work`. */
  area: string;
}

export function filePath({ random }: Place): string {
  return random.chance(0.85) ? random.pick(names.files) : random.pick(names.distant);
}

export function freshPath({ random }: Place): string {
  return random.pick(names.fresh);
}

export function folderPath({ random }: Place): string {
  return random.chance(0.75) ? random.pick(names.folders) : random.pick(names.distantFolders);
}

export function anyPath(place: Place): string {
  return place.random.weighted([
    [5, filePath],
    [4, freshPath],
    [3, folderPath],
  ])(place);
}

const isPlain = (text: string): boolean => /^[A-Za-z0-9_./~-]+$/.test(text) && !text.startsWith("-");

/** One word that means this text; now and then in a way that only the shell can undo. */
export function spell(place: Place, path: string): string {
  const { random } = place;
  // `~` must stay bare to be a home folder.
  if (path.startsWith("~")) return random.chance(0.7) ? path : `"$HOME"${path.slice(1)}`;
  if (random.chance(0.72)) return isPlain(path) ? path : random.chance(0.5) ? single(path) : `"${path}"`;
  return random.pick(ways)(place, path);
}

const ways: readonly ((place: Place, path: string) => string)[] = [
  (_place, path) => single(path),
  (_place, path) => `"${path}"`,
  (_place, path) => `./${bare(path)}`,
  ({ area }, path) => quoted(`${area}/work/${path}`),
  (_place, path) => `"$PWD/${path}"`,
  (_place, path) => `$'${[...path].map((sign) => `\\x${(sign.codePointAt(0) ?? 0).toString(16)}`).join("")}'`,
  (_place, path) => `$'${[...path].map((sign) => `\\${(sign.codePointAt(0) ?? 0).toString(8)}`).join("")}'`,
  (_place, path) => [...path].map((sign) => (/[A-Za-z0-9_]/.test(sign) ? sign : `\\${sign}`)).join(""),
  ({ random }, path) => {
    const at = random.below(path.length);
    return `${quoted(path.slice(0, at))}""${single(path.slice(at))}`;
  },
  (_place, path) => `$(echo ${quoted(path)})`,
  (_place, path) => `"$(printf %s ${quoted(path)})"`,
  (_place, path) => `"\`echo ${quoted(path)}\`"`,
  (_place, path) => `"\${nothing:-${path}}"`,
  (_place, path) => `\${nothing-${quoted(path)}}`,
  (_place, path) => `src/../${bare(path)}`,
  (_place, path) => `empty/.././${bare(path)}`,
  (_place, path) => `.//${bare(path)}`,
  (_place, path) => `../work/${bare(path)}`,
  (_place, path) => `${bare(path)}/`,
  (_place, path) => `dlink/../${bare(path)}`,
  (_place, path) => `{${bare(path)},}`,
  (_place, path) => `${bare(path)}{,.bak}`,
];

export function single(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function quoted(text: string): string {
  return isPlain(text) ? text : single(text);
}

/** As one word without quotes around it. */
function bare(path: string): string {
  return path.replace(/[^A-Za-z0-9_./-]/g, (sign) => `\\${sign}`);
}
