/** What was measured of many calls, beside the same of `node -e 0` from the same run. */
import { quantile } from "../quantile.ts";

/** Of one call: how long it took, and how much of that the processor worked for it. */
export interface Sample {
  ms: number;
  cpuMs: number;
}

export function tell(name: string, samples: readonly Sample[], bare: readonly Sample[], limit: number | null): void {
  const ratio = (at: number) => quantile(times(samples), at) / quantile(times(bare), at);
  const against = limit === null ? "" : `, limit ${limit} ${ratio(0.5) <= limit ? "met" : "NOT MET"}`;
  const others = `calmest ×${ratio(0).toFixed(2)}, processor ×${(meanCpu(samples) / meanCpu(bare)).toFixed(2)}`;
  console.log(`  ${name.padEnd(44)} ${figures(samples)}  ×${ratio(0.5).toFixed(2)} (${others})${against}`);
}

export function figures(samples: readonly Sample[]): string {
  const [least, median, most] = [0, 0.5, 0.95].map((at) => quantile(times(samples), at).toFixed(1).padStart(6));
  return `min ${least}  median ${median}  p95 ${most} ms`;
}

const times = (samples: readonly Sample[]) => samples.map(({ ms }) => ms);

function meanCpu(samples: readonly Sample[]): number {
  return samples.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / samples.length;
}
