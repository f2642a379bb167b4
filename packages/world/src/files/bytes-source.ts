/** Where the bytes of a file can be had once something else stands in its place. */
export type BytesSource =
  | { in: "cache"; hash: string }
  /** `sure`: we read the file and it was this blob; else git's index says so, which an earlier program may have forged. */
  | { in: "git"; blob: string; sure: boolean }
  | { in: "link"; target: string }
  /** Too large, secret, over the limit, or no regular file. */
  | { in: "nowhere"; hash: string | null };

export const NOWHERE: BytesSource = { in: "nowhere", hash: null };

export function formatSource(source: BytesSource): string {
  switch (source.in) {
    case "cache":
      return `c${source.hash}`;
    case "git":
      return `${source.sure ? "G" : "g"}${source.blob}`;
    case "link":
      return `l${source.target}`;
    case "nowhere":
      return `n${source.hash ?? ""}`;
  }
}

export function parseSource(text: string): BytesSource {
  const rest = text.slice(1);
  switch (text[0]) {
    case "c":
      return { in: "cache", hash: rest };
    case "g":
    case "G":
      return { in: "git", blob: rest, sure: text[0] === "G" };
    case "l":
      return { in: "link", target: rest };
    default:
      return { in: "nowhere", hash: rest === "" ? null : rest };
  }
}
