/**
 * What is wrong with a value as an Agent Trace record, as the public specification of 0.1 has it: its schema, and what
 * its text says besides (a git revision, a relative path). It shares nothing with the writer that it is held against.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/;
const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i;
const OUTSIDE = /^$|^[\\/]|^[A-Za-z]:|[\\\u0000-\u001f\u007f]|(?:^|\/)\.\.(?:\/|$)/;

type Fields = Record<string, unknown>;
/** Gives the faults of a value that stands at this place. */
type Check = (value: unknown, at: string) => string[];

/** Empty for a sound record; else as in `files[0].path is no relative path`. */
export const agentTraceFaults = (value: unknown): string[] => record(value, "record");

const is =
  (fits: (value: unknown) => boolean, fault: string): Check =>
  (value, at) =>
    fits(value) ? [] : [`${at} ${fault}`];

const text = (fits: (value: string) => boolean, fault: string) =>
  is((value) => typeof value === "string" && fits(value), fault);

const listOf =
  (item: Check): Check =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((one, number) => item(one, `${at}[${number}]`)) : [`${at} is no list`];

/** Keys that end in a question mark may be missing; unknown ones are let pass, as the schema does. */
function objectOf(keys: Record<string, Check>, whole: (fields: Fields) => string | null = () => null): Check {
  return (value, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${at} is no object`];
    const fields = value as Fields;
    const faults = Object.entries(keys).flatMap(([spelled, check]) => {
      const key = spelled.replace(/\?$/, "");
      if (Object.hasOwn(fields, key)) return check(fields[key], `${at}.${key}`);
      return key === spelled ? [`${at}.${key} is missing`] : [];
    });
    const fault = faults.length === 0 ? whole(fields) : null;
    return fault === null ? faults : [`${at} ${fault}`];
  };
}

const anyText = text(() => true, "is no text");
const uri = text((value) => URI.test(value), "is no absolute URI");
const line = is((value) => Number.isSafeInteger(value) && (value as number) >= 1, "is no line number from 1 on");

const contributor = objectOf({
  type: text((value) => ["human", "ai", "mixed", "unknown"].includes(value), "is no contributor's type"),
  "model_id?": text((value) => [...value].length <= 250, "is no model's name of at most 250 characters"),
});

const range = objectOf(
  { start_line: line, end_line: line, "content_hash?": anyText, "contributor?": contributor },
  ({ start_line, end_line }) => ((end_line as number) < (start_line as number) ? "ends before it begins" : null),
);

const conversation = objectOf({
  "url?": uri,
  "contributor?": contributor,
  ranges: listOf(range),
  "related?": listOf(objectOf({ type: anyText, url: uri })),
});

const record = objectOf({
  version: text((value) => /^0\.1\.\d+$/.test(value), "is no version 0.1"),
  id: text((value) => UUID.test(value), "is no UUID"),
  timestamp: text((value) => DATE_TIME.test(value) && !Number.isNaN(Date.parse(value)), "is no RFC 3339 time"),
  "vcs?": objectOf(
    { type: text((value) => ["git", "jj", "hg", "svn"].includes(value), "is no known system"), revision: anyText },
    ({ type, revision }) => (type === "git" && !SHA.test(revision as string) ? "names no git commit" : null),
  ),
  "tool?": objectOf({ "name?": anyText, "version?": anyText }),
  files: listOf(
    objectOf({
      path: text((value) => !OUTSIDE.test(value), "is no relative path from the root"),
      conversations: listOf(conversation),
    }),
  ),
  "metadata?": objectOf({}),
});
