/** Methods of the protocol, which of them are handed on as they are, and names that a careless server would take for one. */

/** What a client asks of a server without changing anything, and `resources/read`, which may show a file. */
const reading =
  `initialize ping server/discover tools/list resources/list resources/read resources/templates/list resources/subscribe
   resources/unsubscribe subscriptions/listen prompts/list prompts/get completion/complete logging/setLevel tasks/list tasks/get
   tasks/result tasks/cancel`.split(/\s+/);
/** Decided by what it calls; and what only a server asks. */
const others = "tools/call sampling/createMessage roots/list elicitation/create".split(" ");
const known = new Map([...reading, ...others].map((method) => [folded(method), method]));
const told = new Set(
  "initialized cancelled progress roots/list_changed tasks/status elicitation/complete"
    .split(" ")
    .map((name) => `notifications/${name}`),
);

/** Whether it is handed on as it is: what is none of the protocol's may do anything. */
export function onlyReads(method: string): boolean {
  return reading.includes(method);
}

export function isKnownNotification(method: string): boolean {
  return told.has(method);
}

/**
 * The files that a resource may be, as its name is spelled and as it is decoded: servers do either. Empty: one of the
 * server's own. Null: a file, but nobody can say which.
 */
export function filesOf(uri: unknown): string[] | null {
  if (typeof uri !== "string") return null;
  const name = uri.trim();
  if (/^[~/\\.]|^[A-Za-z]:[\\/]/.test(name)) return [name];
  if (!/^file:/i.test(name)) return /^[A-Za-z][A-Za-z0-9+.-]+:/.test(name) ? [] : [name];
  const spelled = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(name)?.[1];
  if (spelled === undefined) return null;
  const bare = spelled.replace(/[?#].*$/, "");
  const all = [spelled, bare, decoded(spelled), decoded(bare)];
  return all.includes(null) ? null : [...new Set(all as string[])];
}

/** Null where the signs stand for no text. */
function decoded(path: string): string | null {
  if (/%(?![0-9a-f]{2})/i.test(path)) return null;
  const text = path.replace(/(?:%[0-9a-f]{2})+/gi, (signs) => Buffer.from(signs.replaceAll("%", ""), "hex").toString());
  return text.includes("\uFFFD") ? null : text;
}

/** Why it is not handed on; null where it is one of the protocol's methods, or clearly none. */
export function methodProblem(method: string): string | null {
  if (!/^[\x21-\x7e]{1,200}$/.test(method)) return "the method's name holds more than plain letters and signs";
  const meant = known.get(folded(method));
  return meant === undefined || meant === method ? null : `${method} is spelled almost like ${meant}`;
}

function folded(method: string): string {
  return method.toLowerCase().replace(/[^a-z0-9]/g, "");
}
