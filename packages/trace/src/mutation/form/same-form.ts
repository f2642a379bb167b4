/** Whether two forms are the same program: equal up to one-to-one renaming and to the order of what has none. */
import type { Binding, Form, Group, Loose } from "./form.ts";

export interface Sameness {
  /** Pairs of names that differ, old name first. */
  renamed: readonly (readonly [string, string])[];
  /** Kinds of parts that stand in another order. */
  moved: ReadonlySet<Loose["kind"]>;
}

export function sameForm(before: Form, after: Form): Sameness | null {
  const pairs = new Pairs();
  const moved = new Set<Loose["kind"]>();
  return sameParts(before, after, pairs, moved) ? { renamed: pairs.renamed(), moved } : null;
}

/** Which binding stands for which: one to one, or the two files do not say the same. */
class Pairs {
  readonly #forth = new Map<Binding, Binding>();
  readonly #back = new Map<Binding, Binding>();

  join(before: Binding, after: Binding): boolean {
    const known = this.#forth.get(before);
    if (known || this.#back.has(after)) return known === after && this.#back.get(after) === before;
    if ((before.fixed || after.fixed) && before.name !== after.name) return false;
    this.#forth.set(before, after);
    this.#back.set(after, before);
    return true;
  }

  renamed(): (readonly [string, string])[] {
    return [...this.#forth].filter(([a, b]) => a.name !== b.name).map(([a, b]) => [a.name, b.name]);
  }
}

function sameParts(before: Form, after: Form, pairs: Pairs, moved: Set<Loose["kind"]>): boolean {
  if (before.kind === "token") {
    if (after.kind !== "token") return false;
    return before.type === after.type && before.text === after.text && before.mark === after.mark;
  }
  if (before.kind === "name")
    return after.kind === "name" && before.mark === after.mark && pairs.join(before.binding, after.binding);
  if (after.kind !== "group" || before.type !== after.type || before.parts.length !== after.parts.length) return false;
  const areSame = before.parts.every((part, at) => {
    const other = after.parts[at];
    return other !== undefined && sameParts(part, other, pairs, moved);
  });
  return areSame && sameLoose(before, after, pairs, moved);
}

/** Fellows are found by their key; those left over, whose key changed, by their order. */
function sameLoose(before: Group, after: Group, pairs: Pairs, moved: Set<Loose["kind"]>): boolean {
  if (before.loose.length !== after.loose.length) return false;
  return couplesOf(before.loose, after.loose).every(([one, other]) => {
    if (one.place !== other.place) moved.add(one.kind);
    return one.kind === other.kind && sameParts(one.part, other.part, pairs, moved);
  });
}

function couplesOf(before: readonly Loose[], after: readonly Loose[]): [Loose, Loose][] {
  const waiting = new Map<string, Loose[]>();
  for (const one of after) {
    const others = waiting.get(keyOf(one));
    if (others) others.push(one);
    else waiting.set(keyOf(one), [one]);
  }
  const couples: [Loose, Loose][] = [];
  const fellowless: Loose[] = [];
  const coupled = new Set<Loose>();
  for (const one of before) {
    const fellow = waiting.get(keyOf(one))?.shift();
    if (!fellow) fellowless.push(one);
    else {
      couples.push([one, fellow]);
      coupled.add(fellow);
    }
  }
  const left = after.filter((one) => !coupled.has(one));
  return [...couples, ...left.map((other, at): [Loose, Loose] => [fellowless[at] ?? other, other])];
}

function keyOf({ kind, key }: Loose): string {
  return `${kind} ${key}`;
}
