// The database's time, which all nodes share: a node whose own clock is wrong must not end the sessions that
// others have opened.
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { formatCause, type Log } from '../logging/log.ts';
import type { GaugeReading } from '../logging/metrics.ts';

export type DatabaseClock = Clock & {
  /** How far this machine's clock is ahead of the database's. NaN if that is unknown. */
  offsetSeconds(): number;
  stop(): void;
};

const MEASURE_EVERY_MS = 60_000;
const MAX_OFFSET_SECONDS = 5;
/** The machine's clock was set, or the process was suspended. */
const JUMP_MS = 1_000;

/** The machine's clock: wall time, and time that nobody can set. */
type MachineClock = { readonly wall: () => number; readonly steady: () => number };

const machineClock: MachineClock = { wall: () => Date.now(), steady: () => performance.now() };

type Measured = {
  /** The database's time when `steady` was zero. */
  readonly databaseStart: number;
  /** The machine's time when `steady` was zero. */
  readonly machineStart: number;
};

/** The caller's clock, or the database's, with the gauge that watches it. */
export async function openClock(given: Clock | undefined, pool: pg.Pool, log: Log) {
  if (given) return { clock: given, gauges: [], stop: () => undefined };
  const clock = await openDatabaseClock(pool, log);
  const offset: GaugeReading = {
    name: 'fanfare_clock_offset_seconds',
    help: 'How far the clock of this machine is ahead of the clock of the database',
    read: async () => clock.offsetSeconds(),
  };
  return { clock, gauges: [offset], stop: clock.stop };
}

/** Measures now and every minute. Between two measurements, setting the machine's clock changes nothing. */
export async function openDatabaseClock(pool: pg.Pool, log: Log, { wall, steady } = machineClock): Promise<DatabaseClock> {
  let measured: Measured | undefined;
  let machineStart = wall() - steady();
  let isFar = false;
  let measuring: Promise<void> | undefined;

  const offsetSeconds = (): number => (measured ? (measured.machineStart - measured.databaseStart) / 1_000 : Number.NaN);

  async function measure(): Promise<void> {
    machineStart = wall() - steady();
    try {
      measured = { databaseStart: await readStart(pool, steady), machineStart };
      report();
    } catch (cause) {
      log.debug({ cause: formatCause(cause) }, 'clock.read.failed');
    }
  }

  function measureOnce(): Promise<void> {
    measuring ??= measure().finally(() => {
      measuring = undefined;
    });
    return measuring;
  }

  function report(): void {
    const offset = offsetSeconds();
    const wasFar = isFar;
    isFar = Math.abs(offset) > MAX_OFFSET_SECONDS;
    if (isFar && !wasFar) log.warn({ offsetSeconds: Number(offset.toFixed(3)) }, 'clock.offset.exceeded');
    if (wasFar && !isFar) log.info({ offsetSeconds: Number(offset.toFixed(3)) }, 'clock.offset.ended');
  }

  await measureOnce();
  const timer = setInterval(() => void measureOnce(), MEASURE_EVERY_MS).unref();
  return {
    offsetSeconds,
    now() {
      if (Math.abs(wall() - steady() - machineStart) > JUMP_MS) void measureOnce();
      return new Date((measured?.databaseStart ?? machineStart) + steady());
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * The database's time when `steady` was zero. The answer is assumed to have been given halfway between
 * question and arrival.
 */
async function readStart(pool: pg.Pool, steady: () => number): Promise<number> {
  // Opens the connection, which would count as part of the way.
  await pool.query('select 1');
  const asked = steady();
  const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  return Number(rows[0]?.ms) - (asked + steady()) / 2;
}
