// Benchmark of live updates: ten thousand event streams on one node, its limit, their memory, and the time until all have received an event.
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../src/infra/config/config.ts';
import { openSecrets } from '../src/infra/config/secrets.ts';
import { findPostgres } from '../src/infra/embedded-postgres/find.ts';
import { accessTokens } from '../src/modules/accounts/login/access-token.ts';

const STREAMS = Number(process.env.BENCH_STREAMS ?? 10_000);
/** The limit per account. */
const OF_ACCOUNT = 8;
const REST_MS = 2_000;

const child = fork(join(import.meta.dirname, 'target.ts'), ['shop'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
const [{ port, dataDir }] = (await once(child, 'message')) as [{ port: number; dataDir: string }];
const pool = new pg.Pool({ ...findPostgres(dataDir), max: 2 });
try {
  const tokens = await people();
  const topics = new Set(tokens.map(({ accountId }) => accountId));
  // The first stream loads code; exclude that from the cost per stream.
  const first = await listen(tokens.pop()?.token ?? '');
  await pause(REST_MS);
  const before = await weight();
  let received = 0;
  const streams: IncomingMessage[] = [];
  const begun = performance.now();
  for (const { token } of tokens) {
    const stream = await listen(token);
    stream.on('data', (bytes: Buffer) => {
      if (bytes.includes('event: news')) received++;
    });
    streams.push(stream);
  }
  const opened = performance.now() - begun;
  await pause(REST_MS);
  const after = await weight();
  console.log(
    `${streams.length} streams: ${(after - before).toFixed(1)} MiB, ${(((after - before) * 1024) / streams.length).toFixed(1)} KiB each`,
  );
  console.log(`opened in sequence in ${(opened / 1_000).toFixed(1)} s`);
  const notifiedAt = performance.now();
  await pool.query(
    "select pg_notify('live', string_agg('account:' || id || ' orders', chr(10))) from unnest($1::uuid[]) with ordinality a (id, n) group by n / 100",
    [[...topics]],
  );
  while (received < streams.length && performance.now() - notifiedAt < 10_000) await pause(1);
  console.log(`${received} streams received it after ${(performance.now() - notifiedAt).toFixed(0)} ms`);
  for (const stream of [first, ...streams]) stream.destroy();
} finally {
  await pool.end();
  child.disconnect();
}

async function weight(): Promise<number> {
  child.send('weight');
  const [{ mebibytes }] = (await once(child, 'message')) as [{ mebibytes: number }];
  return mebibytes;
}

function listen(token: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${token}` };
  get({ port, host: '127.0.0.1', path: '/api/events', headers, agent: false }, (answer) => {
    if (answer.statusCode === 200) answer.once('data', () => resolve(answer));
    else reject(new Error(`a stream was refused with ${answer.statusCode}`));
  }).on('error', reject);
  return promise;
}

/** Inserts accounts and sessions directly: thousands of password hashes would dominate. */
async function people(): Promise<{ readonly accountId: string; readonly token: string }[]> {
  const access = accessTokens(await openSecrets(readConfig({ DATA_DIR: dataDir }).config, new Date()), { now: () => new Date() });
  const ids = Array.from({ length: Math.ceil(STREAMS / OF_ACCOUNT) }, () => randomUUID());
  const templateEmail = await registered();
  await pool.query(
    `insert into account select (jsonb_populate_record(a, jsonb_build_object('id', new, 'email', new || '@shop.example', 'email_key', new || '@shop.example'))).*
     from account a, unnest($1::uuid[]) new where a.email = $2`,
    [ids, templateEmail],
  );
  const who = Array.from({ length: STREAMS }, (_, place) => ({
    accountId: ids[Math.floor(place / OF_ACCOUNT)] ?? '',
    sessionId: randomUUID(),
  }));
  await pool.query(
    `insert into account_session (id, account_id, selector_hash, current_hash, created_at, last_used_at, expires_at, remember, device)
     select session, account, sha256(session::text::bytea), sha256(session::text::bytea), now(), now(), now() + interval '1 hour', false, ''
     from unnest($1::uuid[], $2::uuid[]) who (session, account)`,
    [who.map(({ sessionId }) => sessionId), who.map(({ accountId }) => accountId)],
  );
  return Promise.all(who.map(async (each) => ({ accountId: each.accountId, token: await access.sign(each) })));
}

async function registered(): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@shop.example`;
  const password = 'seven blue herons';
  await fetch(`http://127.0.0.1:${port}/api/Accounts/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Ada',
      lastName: 'Sample',
      email,
      password,
      repeatedPassword: password,
      agreedToPrivacyPolicy: true,
    }),
  });
  return email;
}
