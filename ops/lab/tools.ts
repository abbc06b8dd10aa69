// Commands of this machine, and what a part of npm run ops prints.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '#platform/paths.ts';

export type Command = readonly [tool: string, ...args: string[]];

/** Undefined if the tool is missing. */
export function runTool([tool, ...args]: Command): { readonly ok: boolean; readonly output: string } | undefined {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return error ? undefined : { ok: status === 0, output: `${stdout}${stderr}`.trim() };
}

const built = new Set<string>();

/** The parts that restart nodes run the built server. Several parts in one run share the build. */
export function buildShop(folder = root): void {
  if (built.has(folder)) return;
  const result = runTool(['npm', '--prefix', folder, 'run', 'build']);
  if (!result?.ok) throw new Error(result?.output ?? 'npm is missing');
  built.add(folder);
}

/** The seconds until it is done, which may also fail before; infinite after the limit. */
export async function waitUntil(isDone: () => boolean | Promise<boolean>, seconds: number): Promise<number> {
  const since = performance.now();
  for (;;) {
    const done = await Promise.resolve(isDone()).catch(() => false);
    const passed = (performance.now() - since) / 1_000;
    if (done) return passed;
    if (passed > seconds) return Number.POSITIVE_INFINITY;
    await pause(200);
  }
}

export async function withFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-ops-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A command of the shop over this database, such as `audit`. Fails with what it printed. */
export function runCommand(name: string, databaseUrl: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', './check-node.cjs', 'scripts/run.cjs', name, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stdout}${stderr}`);
  return stdout.trim();
}

/** The audit prints each row that breaks a rule, and then ends with 1. */
export function checkBooks(databaseUrl: string, report: Report): void {
  const output = runCommand('audit', databaseUrl);
  report('the audit finds nothing', output === '', output || 'nothing');
}

export type Report = { (what: string, isGood: boolean, detail: unknown): void; errors(): number };

/** Prints one line for each result, and counts those that are not as expected. */
export function makeReport(): Report {
  let errors = 0;
  const report = (what: string, isGood: boolean, detail: unknown): void => {
    if (!isGood) errors++;
    console.log(`${isGood ? 'ok    ' : 'FAILED'} ${what}: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`);
  };
  return Object.assign(report, { errors: () => errors });
}
