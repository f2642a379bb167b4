/** Methods of the protocol, and names that a careless server would take for one of them. */

const known = new Map(
  `initialize ping tools/list tools/call resources/list resources/read resources/templates/list resources/subscribe
   resources/unsubscribe prompts/list prompts/get completion/complete logging/setLevel tasks/list tasks/get tasks/result tasks/cancel
   sampling/createMessage roots/list elicitation/create`
    .split(/\s+/)
    .map((method) => [folded(method), method]),
);

/** Why it is not handed on; null where it is one of the protocol's methods, or clearly none. */
export function methodProblem(method: string): string | null {
  if (!/^[\x21-\x7e]{1,200}$/.test(method)) return "the method's name holds more than plain letters and signs";
  const meant = known.get(folded(method));
  return meant === undefined || meant === method ? null : `${method} is spelled almost like ${meant}`;
}

function folded(method: string): string {
  return method.toLowerCase().replace(/[^a-z0-9]/g, "");
}
