/** The formats that Agent Trace names: `uuid`, `date-time` and `uri`, read as their standards say. */
import { createHash } from "node:crypto";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d{1,12})?(?:[Zz]|[+-](\d\d):(\d\d))$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** RFC 3339, and a day that exists; second 60 is a leap second. */
export function isDateTime(text: string): boolean {
  const found = DATE_TIME.exec(text);
  if (!found) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const isDay =
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return isDay && hour <= 23 && minute <= 59 && second <= 60 && offsetHour <= 23 && offsetMinute <= 59;
}

/** Absolute: it names its scheme. */
export function isUri(text: string): boolean {
  return text.length <= 8_192 && URI.test(text);
}

/** Always the same for the same name; its version says that it was made by a rule of its own. */
export function uuidFor(name: string): string {
  const hex = createHash("sha256").update(name, "utf8").digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
