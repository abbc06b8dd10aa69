// Misbehaving production programs in a worker thread. The notes of the brief choose the misbehaviour.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { parentPort } from 'node:worker_threads';
import type { MakerResult, RunnerTask } from '#modules/fulfilment/makers/work.ts';

const made = (text: string): MakerResult => ({
  outcome: {
    text,
    files: [],
    help: [],
    report: { layout: 1, language: 'en', numbers: { characters: 0, words: 0, sentences: 0, readability: [] }, checks: [], notes: [] },
  },
});
const said = (text: string): void => parentPort?.postMessage(made(text));
const tried = (act: () => unknown): string => {
  try {
    return String(act());
  } catch (cause) {
    return (cause as { code?: string }).code ?? 'refused';
  }
};

const deeds: Readonly<Record<string, () => void>> = {
  works: () => said('done'),
  hangs: () => {
    for (;;);
  },
  waits: () => undefined,
  'eats its heap': () => {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => index));
  },
  'eats beside its heap': () => {
    const held: Buffer[] = [];
    for (;;) held.push(Buffer.alloc(4 * 1_048_576, 1));
  },
  throws: () => {
    throw new TypeError('with the words of a customer in it');
  },
  'ends its process': () => process.kill(process.pid, 'SIGKILL'),
  'tells what it sees': () => said(JSON.stringify(Object.keys(process.env))),
  'reads a file': () => said(tried(() => readFileSync('/etc/hostname', 'utf8'))),
  'asks out': () => {
    try {
      connect(9, '127.0.0.1').on('error', (cause: NodeJS.ErrnoException) => said(cause.code ?? 'refused'));
    } catch (cause) {
      said((cause as NodeJS.ErrnoException).code ?? 'refused');
    }
  },
};

parentPort?.on('message', (work: RunnerTask) => {
  if (work.does === 'make') deeds[String(work.brief.answers.notes)]?.();
});
