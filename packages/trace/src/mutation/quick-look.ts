/**
 * A look at the changed lines before anything is parsed: where other words stand there, behaviour may be another. It only
 * ever says no, so whatever it gets wrong is a refactoring that was missed.
 */

/** False where the words of the changed lines differ by more than one name that another one replaced. */
export function maySayTheSame(before: string, after: string): boolean {
  const [old, young] = changedLines(before, after);
  // Words of comments may change as they like.
  if (commentMark.test(old) || commentMark.test(young)) return true;
  const left = wordCounts(old);
  for (const [word, count] of wordCounts(young)) {
    const rest = (left.get(word) ?? 0) - count;
    if (rest === 0) left.delete(word);
    else left.set(word, rest);
  }
  const [one, other, ...more] = left;
  if (one === undefined) return true;
  return (
    other !== undefined && more.length === 0 && one[1] === -other[1] && isName.test(one[0]) && isName.test(other[0])
  );
}

/** A number in the place of another is no renaming. */
const isName = /^[a-z]\w*$/;

const commentMark = /\/\/|\/\*|\*\/|#|--|^[ \t]*\*|<!--|=begin/m;

/** Without the lines that both have at the start and at the end. */
function changedLines(before: string, after: string): [string, string] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end++;
  const from = before.lastIndexOf("\n", start - 1) + 1;
  return [lines(before, from, before.length - end), lines(after, from, after.length - end)];
}

function lines(text: string, from: number, to: number): string {
  const end = text.indexOf("\n", to);
  return text.slice(from, end < 0 ? text.length : end);
}

/** In small letters: digits and prefixes may be written in either. */
function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_$]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
