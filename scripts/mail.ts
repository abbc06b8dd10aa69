// npm run fanfare -- mail you@example.com --locale es: sends a trial mail through the outbox of the running
// shop and reports the result.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isLocale, localeNames } from '#lib/locale.ts';
import { isOneAddress } from '#lib/people/mail-header.ts';
import { mailProgress, postMail } from '#modules/mail/actions.ts';
import { openLanguages } from '#modules/texts/languages/languages.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { connectionOf } from '#platform/database/connection.ts';
import { type Db, openDb, transaction } from '#platform/database/database.ts';
import { findPostgres } from '#platform/embedded-postgres/find.ts';
import { makeLog, readableLines } from '#platform/logging/log.ts';

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 200;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { locale: { type: 'string', default: 'en' } },
});
const [to = '', ...more] = positionals;
const { locale } = options;
const { config, faults } = readConfig(process.env);
await openLanguages(config.shopDir);
const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
const connection = databaseUrl ? connectionOf(databaseUrl) : findPostgres(config.dataDir);
const wrong = [
  ...(isOneAddress(to) && more.length === 0 ? [] : ['One address, please: npm run fanfare -- mail you@example.com']),
  ...(isLocale(locale) ? [] : [`--locale must be one of ${localeNames.join(', ')}.`]),
  ...faults,
  ...(connection ? [] : [`No shop is running with the data in ${config.dataDir}. Start it first, or set DATABASE_URL.`]),
];
if (wrong.length > 0 || !connection || !isLocale(locale)) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
const db = openDb(connection, { poolSize: 1, log: makeLog({ level: 'warn', readable: await readableLines() }) });
try {
  const postedAt = `${systemClock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const id = await transaction(db, (tx) => postMail({ clock: systemClock }, tx, { to, locale, mail: 'trial', values: { to, postedAt } }));
  console.log(await describeResult(db, id));
} finally {
  await db.pool.end();
}

async function describeResult(from: Db, id: string): Promise<string> {
  const where = config.smtpUrl
    ? new URL(config.smtpUrl).host
    : `the sandbox: http://localhost:${config.sandboxPort}/?to=${encodeURIComponent(to)}`;
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(LOOK_AGAIN_MS)) {
    const progress = await mailProgress(from.orm, id);
    if (progress?.sentAt) return `The mail to ${to} was sent to ${where}`;
    if (!progress?.lastError) continue;
    process.exitCode = 1;
    return `The mail to ${to} could not be sent to ${where}\n  ${progress.lastError}\nThe shop retries; the desk shows the state.`;
  }
  process.exitCode = 1;
  return `The mail to ${to} is still in the outbox: no worker runs jobs. Start the shop or its worker.`;
}
