// Commands of this machine, and what a part of npm run test:ops prints.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../src/infra/paths.ts';

export type Command = readonly [tool: string, ...args: string[]];

/** Undefined if the tool is missing. */
export function run([tool, ...args]: Command): { readonly ok: boolean; readonly output: string } | undefined {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return error ? undefined : { ok: status === 0, output: `${stdout}${stderr}`.trim() };
}

const built = new Set<string>();

/** The parts that restart nodes run the built server. Several parts in one run share the build. */
export function buildShop(folder = root): void {
  if (built.has(folder)) return;
  const result = run(['npm', '--prefix', folder, 'run', 'build']);
  if (!result?.ok) throw new Error(result?.output ?? 'npm is missing');
  built.add(folder);
}

export async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-ops-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export type Report = { (what: string, isGood: boolean, detail: unknown): void; faults(): number };

/** Prints one line for each result, and counts those that are not as expected. */
export function makeReport(): Report {
  let faults = 0;
  const report = (what: string, isGood: boolean, detail: unknown): void => {
    if (!isGood) faults++;
    console.log(`${isGood ? 'ok    ' : 'FAILED'} ${what}: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`);
  };
  return Object.assign(report, { faults: () => faults });
}
