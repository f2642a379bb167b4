/**
 * `@playwright/mcp`. What a page is made to do happens elsewhere; what is kept of it goes to the output folder, which is
 * `--output-dir`, or `.playwright-mcp` where it runs.
 */
import { posix } from "node:path";
import type { Effect } from "@intentgate/engine";
import { field, type Payload } from "../payload.ts";
import {
  all,
  effects,
  type KnownServer,
  nothing,
  outside,
  type ServerTool,
  type ServerUse,
  unknown,
} from "./server.ts";
import type { ServerPlaces } from "./server-places.ts";

const looks = `browser_annotate browser_console_messages browser_cookie_get browser_cookie_list browser_find
  browser_generate_locator browser_get_config browser_hide_highlight browser_highlight browser_localstorage_get
  browser_localstorage_list browser_network_request browser_network_requests browser_route_list
  browser_sessionstorage_get browser_sessionstorage_list browser_snapshot browser_verify_element_visible
  browser_verify_list_visible browser_verify_text_visible browser_verify_value browser_wait_for`;

const acts = `browser_click browser_close browser_cookie_clear browser_cookie_delete browser_cookie_set browser_drag
  browser_emulate_media browser_evaluate browser_fill_form browser_handle_dialog browser_hover
  browser_localstorage_clear browser_localstorage_delete browser_localstorage_set browser_mouse_click_xy
  browser_mouse_down browser_mouse_drag_xy browser_mouse_move_xy browser_mouse_up browser_mouse_wheel browser_navigate
  browser_navigate_back browser_network_state_set browser_press_key browser_resize browser_resume browser_route
  browser_select_option browser_sessionstorage_clear browser_sessionstorage_delete browser_sessionstorage_set
  browser_tabs browser_type browser_unroute`;

const keeps = `browser_pdf_save browser_start_recording browser_start_tracing browser_start_video browser_stop_recording
  browser_stop_tracing browser_stop_video browser_storage_state browser_take_screenshot browser_video_chapter
  browser_video_hide_actions browser_video_show_actions`;

export const playwright: KnownServer = {
  name: "playwright",
  startedAs: ["@playwright/mcp", "playwright-mcp", "mcp-server-playwright", "mcr.microsoft.com/playwright/mcp"],
  tools: {
    ...all(looks, withFile(nothing)),
    ...all(acts, withFile(outside("a page in the browser"))),
    ...all(keeps, (input, places) => effects(...output(input, places), below(places))),
    ...all("browser_file_upload browser_drop", (input, places) => sends(field(input, "paths"), places)),
    browser_set_storage_state: (input, places) => sends([field(input, "filename")], places),
    browser_run_code_unsafe: () => unknown("it runs code of the caller's choice"),
  },
};

/** Most of them take a `filename` that the answer is written to. */
function withFile(use: ServerUse): ServerTool {
  return (input, places) => (use.kind === "effects" ? effects(...use.list, ...output(input, places)) : use);
}

function output(input: Payload, places: ServerPlaces): Effect[] {
  const name = field(input, "filename");
  if (name === undefined || name === null) return [];
  // The folder it runs in too: releases differ in what a name counts from.
  const folder = outputFolder(places);
  if (folder === null && typeof name === "string" && !name.startsWith("/")) return [notKnown];
  const folders = [folder, places.server.cwd].flatMap((one) => one ?? []);
  return places.from(folders).each(name, true, (at) => ({ kind: "write", manner: "create_or_replace", ...at }));
}

const notKnown: Effect = { kind: "unknown", why: "where it keeps its files is not known", mentions: [] };

function below(places: ServerPlaces): Effect {
  const folder = outputFolder(places);
  const [effect] = folder === null ? [] : places.from([]).each(folder, true, (at) => ({ kind: "write_below", ...at }));
  return effect ?? notKnown;
}

function sends(paths: unknown, places: ServerPlaces): ServerUse {
  const { cwd } = places.server;
  const list = paths === undefined ? [] : Array.isArray(paths) ? paths : [null];
  const from = places.from(cwd === null ? [] : [cwd]);
  const read = list.flatMap((path) => from.each(path, true, (at) => ({ kind: "read", shows: "facts", ...at })));
  return effects({ kind: "network", target: "a page in the browser" }, ...read);
}

function outputFolder({ server }: ServerPlaces): string | null {
  const { words, cwd } = server;
  const given = words.flatMap((word, at) => (/^--output-dir(?:=|$)/.test(word) ? [at] : []));
  // A file of options may name another folder, and which of two counts is the server's affair.
  if (given.length > 1 || words.some((word) => /^--config(?:=|$)/.test(word))) return null;
  const [at = -1] = given;
  const word = words[at] ?? "";
  const named =
    at < 0 ? ".playwright-mcp" : word.includes("=") ? word.slice(word.indexOf("=") + 1) : (words[at + 1] ?? "");
  if (named === "") return null;
  if (named.startsWith("/")) return posix.normalize(named);
  return cwd === null ? null : posix.resolve(cwd, named);
}
