// A process with a production program that hangs, for the test that kills it. It prints its process id.
import { join } from 'node:path';
import pino from 'pino';
import { openRunner } from '#modules/fulfilment/makers/run.ts';

const runner = openRunner({ log: pino({ level: 'silent' }) }, { threadFile: join(import.meta.dirname, 'bad-makers.ts') });
const brief = {
  pieceId: 'piece',
  offerId: 'social-boosts-3',
  quantity: 1,
  platform: null,
  ordered: undefined,
  instructions: undefined,
  language: 'en' as const,
  dueAt: '2026-11-21T10:00:00.000Z',
  madeAt: '2026-03-23T10:00:00.000Z',
  others: [],
};
const settings = { model: undefined, shopName: '' };
const limits = { seconds: 300, mebibytes: 1_000 };
const work = (notes: string) => ({
  does: 'make' as const,
  maker: 'post-kits' as const,
  brief: { ...brief, answers: { notes } },
  settings,
});

await runner.run(work('works'), { accountId: 'ada', limits });
void runner.run(work('hangs'), { accountId: 'ada', limits });
process.stdout.write(String(runner.processId()));
