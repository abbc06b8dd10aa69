// npm run fanfare -- mail you@example.com --locale es: sends a trial mail through the outbox of the running
// shop and reports the result.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isLocale, localeNames } from '#lib/locale.ts';
import { isOneAddress } from '#lib/people/mail-header.ts';
import { openLanguages } from '#modules/content/languages/languages.ts';
import { mailProgress, postMail } from '#modules/mail/actions.ts';
import { systemClock } from '#platform/clock.ts';
import { transaction } from '#platform/database/database.ts';
import { findRunningShop, openRunningShop } from './running-shop.ts';

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 200;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { locale: { type: 'string', default: 'en' } },
});
const [to = '', ...more] = positionals;
const { locale } = options;
if (!isOneAddress(to) || more.length > 0) fail('One address, please: npm run fanfare -- mail you@example.com');
const { config } = findRunningShop();
await openLanguages(config.shopDir);
if (!isLocale(locale)) fail(`--locale must be one of ${localeNames.join(', ')}.`);
const db = await openRunningShop();
try {
  const postedAt = `${systemClock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const id = await transaction(db, (tx) => postMail({ clock: systemClock }, tx, { to, locale, mail: 'trial', values: { to, postedAt } }));
  console.log(await describeResult(id));
} finally {
  await db.pool.end();
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

async function describeResult(id: string): Promise<string> {
  const where = config.smtpUrl
    ? new URL(config.smtpUrl).host
    : `the sandbox: http://localhost:${config.sandboxPort}/?to=${encodeURIComponent(to)}`;
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(LOOK_AGAIN_MS)) {
    const progress = await mailProgress(db.orm, id);
    if (progress?.sentAt) return `The mail to ${to} was sent to ${where}`;
    if (!progress?.lastError) continue;
    process.exitCode = 1;
    return `The mail to ${to} could not be sent to ${where}\n  ${progress.lastError}\nThe shop retries; the desk shows the state.`;
  }
  process.exitCode = 1;
  return `The mail to ${to} is still in the outbox: no worker runs jobs. Start the shop or its worker.`;
}
