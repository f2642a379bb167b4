/** The page's own files, read once: the names of scripts and styles carry a hash of what is in them. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { ProblemError, problem } from "@intentgate/documents";
import type { Hono } from "hono";

export interface PageFile {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  /** Named by their hash, they may be kept: another version has another name. */
  isHashed: boolean;
  tag: string;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
const HASHED = /-[A-Z0-9]{8}\.[a-z0-9]+$/;

/** By the path they are asked for; `/` is the page. Other kinds of files are not served. */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  if (!existsSync(join(folder, "index.html"))) {
    const remedy = "Install intentgate again; in its own repository, run `npm run build`.";
    throw new ProblemError([problem("MISSING_FILE", "the page is not part of this program", remedy, { file: folder })]);
  }
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = new Uint8Array(readFileSync(path));
    const tag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    const name = path.slice(folder.length).replaceAll("\\", "/");
    files.set(name === "/index.html" ? "/" : `/page${name}`, { bytes, type, isHashed: HASHED.test(entry.name), tag });
  }
  return files;
}

export function addPage(app: Hono, files: ReadonlyMap<string, PageFile>): void {
  for (const [path, { bytes, type, isHashed, tag }] of files)
    app.get(path, (context) => {
      const headers = {
        "content-type": type,
        "cache-control": isHashed ? "private, max-age=31536000, immutable" : "private, no-cache",
        etag: tag,
      };
      if (context.req.header("if-none-match") === tag) return new Response(null, { status: 304, headers });
      return new Response(bytes, { headers });
    });
}
