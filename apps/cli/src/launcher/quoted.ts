/** One word for a POSIX shell, whatever it contains. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
