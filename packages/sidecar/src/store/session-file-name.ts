import { createHash } from "node:crypto";

const SLUG_CHARACTERS = 40;

/** A name a person recognises and no two ids share, also on file systems that ignore case. */
export function sessionFileName(id: string): string {
  const slug = id
    .slice(0, 4 * SLUG_CHARACTERS)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_CHARACTERS)
    .replace(/^-|-$/g, "");
  const hash = createHash("sha256").update(id, "utf8").digest("hex").slice(0, 12);
  return slug === "" ? hash : `${slug}-${hash}`;
}
