/** What path rules need to know about the file system; a port, so that the rules stay pure. */

export interface FileFacts {
  /** What stands at exactly this path, links not followed. */
  kind(path: string): "file" | "folder" | "link" | "other" | "absent";
  /** Where a link points, as written in it. */
  linkTarget(path: string): string;
  /** The names in a folder; none where it is no folder or cannot be read. */
  names(folder: string): readonly string[];
  /** Whether this process may go into the folder. */
  mayEnter(folder: string): boolean;
  /** True where `A` and `a` name the same file below this folder. */
  ignoresCase(folder: string): boolean;
}
