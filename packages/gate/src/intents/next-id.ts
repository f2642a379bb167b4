/** The id after the highest `INT-nnn`, archived ones included: a number that once had a meaning is not used again. */
export function nextId(ids: Iterable<string>): string {
  let highest = 0;
  for (const id of ids) {
    const number = /^INT-(\d{1,9})$/.exec(id)?.[1];
    if (number) highest = Math.max(highest, Number(number));
  }
  return `INT-${String(highest + 1).padStart(3, "0")}`;
}
