/** A file as others read it: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}
