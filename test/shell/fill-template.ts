/**
 * Makes a command of a line that leaves choices open: `<file>` and its kind stand for something, `⟨a|b⟩` for one of
 * both, `⟦a⟧` for `a` or nothing, the word `%` for some of the program's options.
 */
import type { Place } from "./generate-paths.ts";

/** What `<name>` stands for, as text of the command. */
export type Fillers = Readonly<Record<string, (place: Place) => string>>;

interface Filling {
  place: Place;
  template: string;
  fillers: Fillers;
  /** Each of them `-x`, `-x_VALUE` or `--long=VALUE`. */
  options: readonly string[];
}

export function fill(place: Place, template: string, fillers: Fillers, options: readonly string[] = []): string {
  return sequence({ place, template, fillers, options }, 0, "").text.replace(/ {2,}/g, " ").trim();
}

/** Up to one of the signs in `ends`; every alternative is filled, also those that are not taken. */
function sequence(filling: Filling, from: number, ends: string): { text: string; at: number } {
  const { template, place } = filling;
  let text = "";
  let at = from;
  while (at < template.length) {
    const sign = template[at] ?? "";
    if (ends.includes(sign)) break;
    if (sign === "⟨" || sign === "⟦") {
      const inner = choice(filling, at + 1, sign === "⟨" ? "⟩" : "⟧");
      if (sign === "⟨" || place.random.chance(0.5)) text += place.random.pick(inner.texts);
      at = inner.at + 1;
      continue;
    }
    const name = sign === "<" ? /^<([a-z]+)>/.exec(template.slice(at))?.[1] : undefined;
    if (name !== undefined) {
      const filler = filling.fillers[name];
      if (!filler) throw new RangeError(`nothing fills <${name}>`);
      text += filler(place);
      at += name.length + 2;
      continue;
    }
    const isWord = sign === "%" && " ".includes(template[at - 1] ?? " ") && " ".includes(template[at + 1] ?? " ");
    text += isWord && filling.options.length > 0 ? someOptions(filling) : sign;
    at += 1;
  }
  return { text, at };
}

function choice(filling: Filling, from: number, end: string): { texts: string[]; at: number } {
  const texts: string[] = [];
  let at = from;
  for (;;) {
    const one = sequence(filling, at, `|${end}`);
    texts.push(one.text);
    at = one.at;
    if (filling.template[at] !== "|") return { texts, at };
    at += 1;
  }
}

function someOptions({ place, options, fillers }: Filling): string {
  const { random } = place;
  const count = random.weighted([
    [4, 0],
    [5, 1],
    [3, 2],
    [1, 3],
  ]);
  const chosen = Array.from({ length: count }, () => {
    const option = fill(place, random.pick(options).replaceAll("_", " "), fillers);
    return random.chance(0.05) ? shortened(random.below(3), option) : option;
  });
  return bundled(place, chosen).join(" ");
}

/** `--recursive` may be written `--recur`. */
function shortened(by: number, option: string): string {
  const [, name, rest] = /^(--[a-z-]+)(.*)$/s.exec(option) ?? [];
  return name === undefined ? option : name.slice(0, Math.max(4, name.length - 1 - by)) + rest;
}

/** `-r -f` may be written `-rf`. */
function bundled({ random }: Place, options: readonly string[]): string[] {
  const joined: string[] = [];
  for (const option of options) {
    const last = joined.at(-1);
    const joins = last !== undefined && /^-[A-Za-z]+$/.test(last) && /^-[A-Za-z0-9]/.test(option) && random.chance(0.4);
    if (joins) joined[joined.length - 1] = last + option.slice(1);
    else joined.push(option);
  }
  return joined;
}
