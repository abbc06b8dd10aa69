// Benchmark of live updates: 20 listeners of all channels, by PostgreSQL and by NATS in turn. Prints how many
// notifications a second reach all listeners, and how long one takes while there is little to do. Needs
// nats-server, or LIVE_URL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { listen } from '#platform/database/pg-listen.ts';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { ALL_CHANNELS } from '#platform/live/channels.ts';
import { openNats } from '#platform/live/nats.ts';
import { createPostgresPublisher, createPostgresSubscriber, type LivePublisher, type LiveSubscriber } from '#platform/live/transport.ts';
import { makeLog } from '#platform/logging/log.ts';
import { computeMedian } from './measure.ts';

const LISTENERS = 20;
const NOTIFICATIONS = 20_000;
/** As many as a shop's publisher gathers at the peak of a million orders a day. */
const BATCH = 14;
const SINGLE = 100;
const PAIRS = 7;

type Transport = { readonly name: string; readonly publisher: LivePublisher; readonly subscribers: readonly LiveSubscriber[] };

const log = makeLog({ level: 'warn', readable: false });
const stops: (() => unknown)[] = [];
try {
  const transports = [await openPostgres(), await openNatsTransport()];
  const results = transports.map(({ name }) => ({ name, rates: [] as number[], delays: [] as number[] }));
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const [index, transport] of transports.entries()) {
      const { rate, delay } = await measure(transport);
      results[index]?.rates.push(rate);
      results[index]?.delays.push(delay);
    }
  }
  for (const { name, rates, delays } of results)
    console.log(
      `${name}: ${Math.round(computeMedian(rates))} notifications a second to ${LISTENERS} listeners, one takes ${computeMedian(delays).toFixed(2)} ms`,
    );
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function openPostgres(): Promise<Transport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-bench-'));
  const postgres = await startPostgres({ dataDir, log, fsync: false });
  const pool = new pg.Pool({ ...postgres.connection, max: 2 });
  const listening = await Promise.all(Array.from({ length: LISTENERS }, () => listen(postgres.connection, log)));
  stops.push(async () => {
    await Promise.all(listening.map((each) => each.stop()));
    pool.on('error', () => undefined);
    await pool.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { name: 'PostgreSQL', publisher: createPostgresPublisher(pool), subscribers: listening.map(createPostgresSubscriber) };
}

async function openNatsTransport(): Promise<Transport> {
  const url = process.env.LIVE_URL ?? 'nats://127.0.0.1:4222';
  if (!process.env.LIVE_URL) {
    const server = spawn('nats-server', ['--addr', '127.0.0.1'], { stdio: 'ignore' });
    await once(server, 'spawn');
    stops.push(() => server.kill());
    await pause(500);
  }
  const all = await Promise.all(Array.from({ length: LISTENERS + 1 }, () => openNats(url, log)));
  stops.push(() => Promise.all(all.map((each) => each.stop())));
  const [publisher, ...subscribers] = all;
  if (!publisher) throw new Error('no connection');
  return { name: 'NATS', publisher, subscribers };
}

async function measure({ publisher, subscribers }: Transport): Promise<{ rate: number; delay: number }> {
  let missing = 0;
  let resolve: () => void = () => undefined;
  await Promise.all(subscribers.map((each) => each.subscribe(ALL_CHANNELS, () => (--missing === 0 ? resolve() : undefined))));
  const send = async (count: number, batch: number) => {
    const done = Promise.withResolvers<void>();
    resolve = done.resolve;
    missing = count * LISTENERS;
    for (let at = 0; at < count; at += batch)
      await publisher.publish(
        Array.from({ length: Math.min(batch, count - at) }, (_, index) => {
          const channel = ALL_CHANNELS[(at + index) % ALL_CHANNELS.length] ?? 'live';
          return { channel, payload: `account:00000000-0000-4000-8000-${String(at + index).padStart(12, '0')} orders,balance` };
        }),
      );
    await done.promise;
  };
  await send(BATCH * 20, BATCH);
  const since = performance.now();
  await send(NOTIFICATIONS, BATCH);
  const rate = NOTIFICATIONS / ((performance.now() - since) / 1_000);
  const singles: number[] = [];
  for (let each = 0; each < SINGLE; each++) {
    const begun = performance.now();
    await send(1, 1);
    singles.push(performance.now() - begun);
  }
  return { rate, delay: computeMedian(singles) };
}
