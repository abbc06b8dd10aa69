// Load from wrk, and the processor time that it costs the loaded process. Unlike autocannon, wrk is faster
// than what it loads.
import { execFileSync } from 'node:child_process';

type Load = { readonly total: number; readonly perSecond: number; readonly p50: number; readonly p99: number };
type LoadOptions = {
  readonly seconds: number;
  readonly connections: number;
  /** A Lua script of wrk. */
  readonly script?: string;
};

const msPerUnit: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 };

export function runWrk(url: string, { seconds, connections, script }: LoadOptions): Load {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', 'Accept-Encoding: br'];
  const output = execFileSync('wrk', [...options, ...(script ? ['-s', script] : []), url], { encoding: 'utf8' });
  const total = Number(/(\d+) requests in/.exec(output)?.[1]);
  if (/Non-2xx or 3xx responses|Socket errors/.test(output)) throw new Error(output);
  const percentile = (share: number) => {
    const [, value, unit = ''] = new RegExp(`${share}% +([\\d.]+)(us|ms|s)`).exec(output) ?? [];
    return Number(value) * (msPerUnit[unit] ?? Number.NaN);
  };
  return {
    total,
    perSecond: Number(/Requests\/sec: +([\d.]+)/.exec(output)?.[1]),
    p50: percentile(50),
    p99: percentile(99),
  };
}
