/** The languages in which something can be shown about a change. In all others every change may be one of behaviour. */
import type { Language } from "../syntax/language.ts";
import type { Dialect } from "./form/dialect.ts";
import { readGo } from "./go/read-go.ts";
import { readJava } from "./java/read-java.ts";
import { readJavascript } from "./javascript/read-javascript.ts";
import { readPython } from "./python/read-python.ts";

export const dialects: Partial<Record<Language, Dialect>> = {
  javascript: readJavascript,
  typescript: readJavascript,
  tsx: readJavascript,
  python: readPython,
  go: readGo,
  java: readJava,
};
