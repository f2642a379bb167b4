/**
 * `@modelcontextprotocol/server-filesystem`. `~` is the home folder. A relative path counts, by release, from the folder
 * it runs in or from one of the folders it was given, and its client's roots take the place of those.
 */
import { posix } from "node:path";
import { field } from "../payload.ts";
import { all, effects, type KnownServer, nothing, type ServerTool } from "./server.ts";
import type { ServerPlaces, Spelled } from "./server-places.ts";

const looks: ServerTool = ({ path }, places) =>
  effects(...spelled(places).each(path, true, (at) => ({ kind: "read", shows: "facts", ...at })));

const readsText: ServerTool = (input, places) => {
  const isWhole = [field(input, "head"), field(input, "tail")].every((part) => part === undefined);
  const shows = isWhole ? "content" : "facts";
  return effects(...spelled(places).each(field(input, "path"), true, (at) => ({ kind: "read", shows, ...at })));
};

export const filesystem: KnownServer = {
  name: "filesystem",
  startedAs: ["@modelcontextprotocol/server-filesystem", "mcp-server-filesystem", "mcp/filesystem"],
  tools: {
    ...all("read_file read_text_file", readsText),
    ...all("list_directory list_directory_with_sizes directory_tree search_files get_file_info", looks),
    list_allowed_directories: () => nothing,
    read_media_file: ({ path }, places) =>
      effects(...spelled(places).each(path, true, (at) => ({ kind: "read", shows: "content", ...at }))),
    read_multiple_files(input, places) {
      const paths = field(input, "paths");
      const list = Array.isArray(paths) ? paths : [null];
      return effects(
        ...list.flatMap((path) =>
          spelled(places).each(path, true, (at) => ({ kind: "read", shows: "content", ...at })),
        ),
      );
    },
    write_file: ({ path }, places) =>
      effects(...spelled(places).each(path, true, (at) => ({ kind: "write", manner: "create_or_replace", ...at }))),
    edit_file: ({ path, dryRun }, places) =>
      effects(
        ...spelled(places).each(path, true, (at) =>
          dryRun === true ? { kind: "read", shows: "facts", ...at } : { kind: "write", manner: "anchored", ...at },
        ),
      ),
    create_directory: ({ path }, places) =>
      effects(...spelled(places).each(path, true, (at) => ({ kind: "write", manner: "derived", ...at }))),
    move_file: ({ source, destination }, places) => effects(...spelled(places).move(source, destination)),
  },
};

function spelled(places: ServerPlaces): Spelled {
  const { cwd, home, words, roots } = places.server;
  const given = words.filter((word) => !word.startsWith("-"));
  const folders = given.flatMap((word) => {
    if (word === "~" || word.startsWith("~/")) return home === null ? [] : [`${home}${word.slice(1)}`];
    if (word.startsWith("/")) return [word];
    return cwd === null ? [] : [posix.resolve(cwd, word)];
  });
  return places.from([...(cwd === null ? [] : [cwd]), ...folders, ...roots]);
}
