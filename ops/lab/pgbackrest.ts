// The recipe of docs/backup.md with pgBackRest: a full backup beside a running shop, the log in a folder, a
// killed database whose folder is lost, and a restore to a moment. The steps and settings are those of the
// document.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createCustomer, purchase } from './customers.ts';
import { formatUrl, restartServer, runAsPostgres, runSql, type Server, serversFolder, startAgain, startPrimary } from './servers.ts';
import { type ShopProcess, startShop, waitUntilReady } from './shop-process.ts';
import { checkBooks, type Report, runCommand } from './tools.ts';

const PGBACKREST = '/usr/bin/pgbackrest';
const CONFIG = join(serversFolder, 'pgbackrest.conf');

const runPgBackRest = (...args: readonly string[]): string => runAsPostgres(PGBACKREST, `--config=${CONFIG}`, '--stanza=shop', ...args);

function configureBackups(database: Server): void {
  for (const name of ['repo', 'pgbackrest-log', 'pgbackrest-lock', 'pgbackrest-spool'])
    runAsPostgres('mkdir', '-p', join(serversFolder, name));
  const lines = [
    '[global]',
    `repo1-path=${join(serversFolder, 'repo')}`,
    'repo1-cipher-type=aes-256-cbc',
    'repo1-cipher-pass=a key that encrypts in tests and nowhere else',
    'repo1-retention-full=4',
    'start-fast=y',
    `log-path=${join(serversFolder, 'pgbackrest-log')}`,
    `lock-path=${join(serversFolder, 'pgbackrest-lock')}`,
    `spool-path=${join(serversFolder, 'pgbackrest-spool')}`,
    '[shop]',
    `pg1-path=${database.folder}`,
    `pg1-port=${database.port}`,
    `pg1-socket-path=${serversFolder}`,
  ];
  writeFileSync(CONFIG, `${lines.join('\n')}\n`, { mode: 0o644 });
}

const settings = {
  archive_mode: 'on',
  archive_timeout: '60',
  archive_command: `${PGBACKREST} --config=${CONFIG} --stanza=shop archive-push %p`,
};

async function order({ url }: ShopProcess, count: number): Promise<string[]> {
  const { token } = await createCustomer(url);
  const purchases: string[] = [];
  for (let each = 0; each < count; each++) {
    const answer = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify(purchase),
    });
    if (answer.status !== 200) throw new Error(`no order: ${answer.status} ${await answer.text()}`);
    purchases.push(((await answer.json()) as { purchaseId: string }).purchaseId);
  }
  return purchases;
}

const isStored = (database: Server, id: string): boolean =>
  runSql(database, `select count(*) from purchase where id = '${id}'`, 'fanfare') === '1';

/** Otherwise archive_timeout does it within a minute. */
async function waitForArchive(database: Server): Promise<void> {
  const segment = runSql(database, 'select pg_walfile_name(pg_switch_wal())');
  for (let tries = 0; tries < 100; tries++) {
    if (runSql(database, 'select last_archived_wal from pg_stat_archiver') >= segment) return;
    await pause(200);
  }
  throw new Error(`${segment} was not archived`);
}

export async function tryPgBackRest(report: Report): Promise<void> {
  const first = await startPrimary();
  for (const [name, value] of Object.entries(settings)) runSql(first, `alter system set ${name} = '${value}'`);
  restartServer(first);
  configureBackups(first);
  runPgBackRest('stanza-create');
  runPgBackRest('check');
  const shop = await startShop({ DATABASE_URL: formatUrl([first.port]) });
  await waitUntilReady(shop);
  const before = await order(shop, 3);
  const backupBegan = performance.now();
  runPgBackRest('--type=full', 'backup');
  const backupSeconds = (performance.now() - backupBegan) / 1_000;
  const since = await order(shop, 3);
  // pgBackRest looks for a backup that stopped in an earlier second.
  await pause(1_100);
  const moment = runSql(first, 'select clock_timestamp()');
  await pause(100);
  const late = await order(shop, 2);
  await waitForArchive(first);
  report('full backup beside the running shop', runPgBackRest('info').includes('full backup'), `${backupSeconds.toFixed(1)} s`);

  process.kill(Number(readFileSync(join(first.folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await shop.stop();
  await pause(1_000);
  runAsPostgres('find', first.folder, '-mindepth', '1', '-delete');
  const restoreBegan = performance.now();
  runPgBackRest('--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
  const restored = await startAgain(first);
  for (let tries = 0; tries < 150 && runSql(restored, 'select pg_is_in_recovery()') === 't'; tries++) await pause(200);
  const restoreSeconds = (performance.now() - restoreBegan) / 1_000;
  report(
    'restored to a moment: has the orders before it, and not those after',
    [...before, ...since].every((id) => isStored(restored, id)) && !late.some((id) => isStored(restored, id)),
    { before: before.length, 'since the backup': since.length, later: late.length, seconds: restoreSeconds.toFixed(1) },
  );
  report('document numbers are skipped', true, runCommand('papers-jump', formatUrl([restored.port]), '--reason', 'restored by pgBackRest'));
  checkBooks(formatUrl([restored.port]), report);
  const again = await startShop({ DATABASE_URL: formatUrl([restored.port]) });
  await waitUntilReady(again);
  const [next = ''] = await order(again, 1);
  report('the shop starts and takes an order', isStored(restored, next), next);
  await waitForArchive(restored);
  report(
    'the log of the restored database is archived, on a timeline of its own',
    runSql(restored, 'select last_archived_wal from pg_stat_archiver').startsWith('00000002'),
    runSql(restored, 'select last_archived_wal from pg_stat_archiver'),
  );
  await again.stop();
}
