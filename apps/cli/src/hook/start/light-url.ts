/** `fileURLToPath` of plain paths without taking a URL apart. */
type Url = typeof import("node:url");

const SCHEME = "file://";
/** Nothing in it is escaped, and no name begins with a dot: there is nothing to leave out or to step back over. */
const PLAIN = /^file:\/\/(\/[\w@+-][\w@+.-]*)+$/;

export function lightUrl(url: Url): Url {
  if (process.platform === "win32") return url;
  const fileURLToPath: Url["fileURLToPath"] = (given, ...rest) =>
    typeof given === "string" && PLAIN.test(given) ? given.slice(SCHEME.length) : url.fileURLToPath(given, ...rest);
  return { ...url, fileURLToPath };
}
