/** What a person says about the model that may re-order suggestions: the file `settings.yaml` of their own. */
import { type Checked, mapOf, text, whole } from "@intentgate/documents";
import * as v from "valibot";
import { version } from "../reading/field-shapes.ts";
import { readAs, type SourceFile } from "../reading/source-file.ts";

export interface ModelSettings {
  url: string;
  model: string;
  /** The variable that holds the key; null: none is sent. */
  key_env: string | null;
  timeout_ms: number;
}

const address = v.pipe(
  text,
  v.check(isPlainAddress, "must be an http or https address without credentials, query or fragment"),
);

function isPlainAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
}

const settingsSchema = mapOf({
  version,
  model_matcher: v.nullish(
    mapOf({
      url: address,
      model: text,
      key_env: v.nullish(
        v.pipe(v.string("must be text"), v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "must be the name of a variable")),
        null,
      ),
      timeout_ms: v.nullish(whole(100, 60_000), 3_000),
    }),
    null,
  ),
});

/** Null: the file names no model. */
export function readModelSettings(file: SourceFile): Checked<ModelSettings | null> {
  const read = readAs(file, "BAD_SETTINGS", settingsSchema);
  if (!read.ok) return read;
  const { doc, value } = read.value;
  const settings = value.model_matcher;
  if (settings?.key_env && settings.url.startsWith("http:") && !isLoopback(settings.url)) {
    const message = "a key would be sent over an unencrypted connection";
    const problem = doc.problemAt(["model_matcher", "url"], message, "Use https, or leave out key_env.");
    return { ok: false, problems: [problem] };
  }
  return { ok: true, value: settings };
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
