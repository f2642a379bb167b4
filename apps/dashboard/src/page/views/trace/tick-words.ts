/** What stands below the timeline: the time of day, and the day where another begins; only days where days are few pixels. */

const DAY = 86_400;
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `ticks` in seconds. */
export function tickWords(ticks: readonly number[]): string[] {
  const [first = 0, second = first + DAY] = ticks;
  const wholeDays = second - first >= DAY;
  let last = "";
  return ticks.map((tick) => {
    const time = new Date(tick * 1_000);
    const day = `${time.getDate()} ${months[time.getMonth()]}`;
    if (wholeDays) return day;
    const clock = `${pad(time.getHours())}:${pad(time.getMinutes())}`;
    const words = day === last ? clock : `${clock}\n${day}`;
    last = day;
    return words;
  });
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
