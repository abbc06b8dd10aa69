// A database behind one address that becomes silent: its processes are stopped, so nothing closes a connection and nothing answers. For npm run test:ops.
import { setTimeout as pause } from 'node:timers/promises';
import { connectionOf } from '../../src/infra/database/connection.ts';
import { closeDb, openDb } from '../../src/infra/database/database.ts';
import { makeLog } from '../../src/infra/logging/log.ts';
import { newCustomer } from './customers.ts';
import { hasPostgres, processesOf, type Server, startPrimary, stopAll, urlOf } from './servers.ts';
import { type ShopProcess, startShop, whenReady } from './shop-process.ts';
import { makeReport } from './tools.ts';

const report = makeReport();

const SILENT_SECONDS = 25;
/** A query waits 1.5 s, then its host is asked for five more; a new connection waits five. */
const MAX_SECONDS = 14;
const CLIENTS = 8;

type Answer = { readonly status: number; readonly seconds: number; readonly askedAt: number };

/** Customers who ask without a pause. */
function startAsking({ url }: ShopProcess, token: string) {
  const answers: Answer[] = [];
  let isOver = false;
  const headers = { authorization: `Bearer ${token}` };
  const client = async () => {
    while (!isOver) {
      const askedAt = performance.now();
      const status = await fetch(`${url}/api/orders?limit=20`, { headers }).then(
        ({ status }) => status,
        () => 0,
      );
      answers.push({ status, seconds: (performance.now() - askedAt) / 1_000, askedAt });
      await pause(100);
    }
  };
  const all = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    answers,
    end() {
      isOver = true;
      return all;
    },
  };
}

const countByStatus = (answers: readonly Answer[]): Record<string, number> =>
  Object.fromEntries(Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, each]) => [status, each?.length ?? 0]));

async function statusOf(address: string): Promise<number> {
  return (await fetch(address)).status;
}

async function trySilence(primary: Server): Promise<void> {
  const shop = await startShop({ DATABASE_URL: urlOf([primary.port]) });
  await whenReady(shop);
  const { token } = await newCustomer(shop.url);
  const asking = startAsking(shop, token);
  await pause(2_000);
  const silentFrom = performance.now();
  const stopped = processesOf(primary);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  await pause(SILENT_SECONDS * 1_000);
  const [ready, page] = [await statusOf(`${shop.url}/readyz`), await statusOf(`${shop.url}/services`)];
  const silentTo = performance.now();
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  report('the database is silent: not ready, pages are served', ready === 503 && page === 200, { readyz: ready, page });
  const isGood = () => asking.answers.at(-1)?.status === 200;
  for (let tries = 0; tries < 150 && !isGood(); tries++) await pause(100);
  const backAfter = (performance.now() - silentTo) / 1_000;
  await pause(3_000);
  await asking.end();
  const during = asking.answers.filter(({ askedAt }) => askedAt > silentFrom - 1_000 && askedAt < silentTo);
  const [longest] = during.map(({ seconds }) => seconds).sort((a, b) => b - a);
  const failed = during.filter(({ status }) => status !== 200);
  report(
    `${SILENT_SECONDS} s without an answer of the database: each request gets 503 within ${MAX_SECONDS} s`,
    failed.length >= CLIENTS && failed.every(({ status }) => status === 503) && (longest ?? 0) < MAX_SECONDS,
    { ...countByStatus(during), longest: `${longest?.toFixed(1)} s` },
  );
  const later = asking.answers.filter(({ askedAt }) => askedAt > silentTo + 2_500);
  report('it answers again: orders are listed', backAfter < 10 && later.every(({ status }) => status === 200), {
    after: `${backAfter.toFixed(1)} s`,
    ...countByStatus(later),
  });
  report('stop', (await shop.stop()) === 0, 'exit code 0');
}

async function tryLongStatement(primary: Server): Promise<void> {
  const db = openDb(connectionOf(urlOf([primary.port])), { poolSize: 1, log: makeLog({ level: 'silent', readable: false }) });
  const { rows } = await db.pool.query<{ done: boolean }>('select pg_sleep(20) is not null as done');
  report('a statement of 20 s at a database that answers others is not ended', rows[0]?.done === true, rows);
  await closeDb(db);
}

/** The number of results that are not as expected; undefined if PostgreSQL is missing. */
export async function trySilentDatabase(): Promise<number | undefined> {
  if (!hasPostgres()) {
    console.log('not run: PostgreSQL 15 is not installed (apt-get install postgresql-15)');
    return undefined;
  }
  try {
    const primary = await startPrimary();
    await trySilence(primary);
    await tryLongStatement(primary);
  } finally {
    stopAll();
  }
  return report.faults();
}
