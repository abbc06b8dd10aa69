import { expect, test } from 'vitest';
import type { Log } from '../logging/log.ts';
import { createQueueLogger } from './queue-log.ts';

function createLog(): { readonly lines: string[]; readonly log: Log } {
  const lines: string[] = [];
  const write = (level: string) => (_fields: object, message: string) => void lines.push(`${level} ${message}`);
  const log = { warn: write('warn'), error: write('error'), debug: write('debug'), trace: write('trace') };
  return { lines, log: log as unknown as Log };
}

test('log of the queue: only the first line, a job that ended is not repeated, and the small pool is no warning', () => {
  const { lines, log } = createLog();
  const queue = createQueueLogger(log);
  queue.warn('WARNING: having maxPoolSize (2) smaller than concurrency (5)', { max: 2, concurrency: 5 });
  queue.error('a job failed', { failure: true });
  queue.warn('a lock was lost\nwith its job', {});
  queue.error('no connection');
  expect(lines).toEqual(['warn a lock was lost', 'error no connection']);
});
