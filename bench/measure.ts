// What the benchmarks have in common: the measured process, and how they show results.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TargetMessage, TargetName } from './target.ts';

export const json = { 'content-type': 'application/json' };

export type OpenTarget = {
  readonly pid: number;
  readonly url: string;
  /** Where its database is. */
  readonly dataDir: string;
  ask<Answer extends TargetMessage>(command: 'cpu' | 'desk'): Promise<Answer>;
  close(): void;
};

/** Starts target.ts. It ends when it is closed, or with this process. */
export async function openTarget(name: TargetName, options: object = {}): Promise<OpenTarget> {
  const args = [name, JSON.stringify(options)];
  const child = fork(join(import.meta.dirname, 'target.ts'), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the measured process ended with ${code}`)));
  ended.catch(() => undefined);
  const next = async <Answer>() => (await Promise.race([once(child, 'message'), ended]))[0] as Answer;
  const { port, dataDir = '' } = await next<{ port: number; dataDir?: string }>();
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    ask(command) {
      child.send(command);
      return next();
    },
    close: () => child.disconnect(),
  };
}

export const computeMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export function printRate(what: string, perSecond: number, compared?: number, baseline = ''): void {
  const ratio = compared === undefined ? '' : `   ${((perSecond / compared) * 100).toFixed(0)} % of ${baseline} (${compared.toFixed(0)})`;
  console.log(`${what.padEnd(24)}${perSecond.toFixed(0).padStart(8)} per second${ratio}`);
}

export async function placeOrder(url: string, token: string, order: object): Promise<void> {
  const headers = { ...json, authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/orders`, { method: 'POST', headers, body: JSON.stringify(order) });
  if (!answer.ok) throw new Error(`an order was answered with ${answer.status}: ${await answer.text()}`);
}
