// The checks of the set-up checklist: each tries the real thing and describes the result.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../../../infra/app-context.ts';
import { transaction } from '../../../infra/database/database.ts';
import { causeLine } from '../../../infra/jobs/log.ts';
import type { ShopTexts } from '../../../lib/rendering.ts';
import type { Tax } from '../../invoicing/rules.ts';
import { mailProgress, postMail } from '../../mail/actions.ts';
import type { PaymentsModule } from '../../payments/actions.ts';
import type { OperatorSession } from '../staff/auth.ts';
import { lastArchivedAt } from './queries.ts';
import { checkPolicies, checkSeller, checkTax } from './rules.ts';
import type { StepName, StepResult } from './shapes.ts';

export type SetUp = {
  readonly ctx: AppContext;
  readonly shop: ShopTexts;
  readonly tax: Tax;
  readonly payments: Pick<PaymentsModule, 'lookAtProvider'>;
};

const MAIL_PATIENCE_MS = 12_000;
const LOOK_AGAIN_MS = 150;
const CALL_PATIENCE_MS = 8_000;
const HOUR_MS = 3_600_000;
/** A day, plus the time a backup takes. */
const FRESH_HOURS = 26;
/** The backup script touches this file when it is done. */
const BACKUP_MARK = 'last-backup';

export const setUpChecks: Readonly<Record<StepName, (setUp: SetUp, session: OperatorSession) => Promise<StepResult>>> = {
  seller: async ({ shop }) => checkSeller(shop),
  tax: async ({ tax, shop }) => checkTax(tax, shop),
  mail: ({ ctx }, { operator }) => tryMail(ctx, operator.email),
  payments: ({ ctx, payments }) => tryPayments(ctx, payments),
  policies: async ({ shop }) => checkPolicies(shop),
  secondFactor: async (_, { operator }) =>
    operator.totpSince
      ? found(true, 'On: whoever has your password alone does not come in.')
      : found(false, 'Off. Ask an owner for a new link (Team, “New link”), and set the app up when you follow it.'),
  backup: ({ ctx }) => findBackup(ctx),
  address: ({ ctx }) => tryAddresses(ctx),
};

const found = (ok: boolean, ...lines: string[]): StepResult => ({ ok, lines });

async function tryMail(ctx: AppContext, to: string): Promise<StepResult> {
  const { db, clock, config } = ctx;
  const postedAt = `${clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const id = await transaction(db, (tx) => postMail(ctx, tx, { to, locale: 'en', mail: 'trial', values: { to, postedAt } }));
  for (const until = performance.now() + MAIL_PATIENCE_MS; performance.now() < until; await pause(LOOK_AGAIN_MS)) {
    const progress = await mailProgress(db.orm, id);
    if (progress?.lastError) return found(false, `It could not leave: ${progress.lastError}`, 'Look at SMTP_URL. The shop goes on trying.');
    if (!progress?.sentAt) continue;
    return config.smtpUrl
      ? found(true, `It left for ${to} by ${new URL(config.smtpUrl).hostname}.`, 'Look whether it came, and not as spam.')
      : found(
          false,
          `It left for ${to}, but only into the sandbox of this machine.`,
          'Set SMTP_URL to your mail server: then mails reach people.',
        );
  }
  return found(false, 'It waits still: nothing works on the jobs, or the mail server does not answer.');
}

async function tryPayments({ config }: AppContext, payments: SetUp['payments']): Promise<StepResult> {
  if (!config.stripe)
    return found(
      false,
      config.sandboxPort === undefined ? 'Nobody takes payments.' : 'There is only the sandbox’s bank, with play money.',
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, and let Stripe send its webhooks to /api/payments/webhook/stripe.',
    );
  try {
    return found(true, ...(await payments.lookAtProvider(AbortSignal.timeout(CALL_PATIENCE_MS))));
  } catch (cause) {
    return found(false, causeLine(cause), 'Look at STRIPE_SECRET_KEY: a restricted key needs to read the balance.');
  }
}

async function findBackup({ config, clock, db }: AppContext): Promise<StepResult> {
  const path = join(config.dataDir, BACKUP_MARK);
  const marked = await stat(path).then(
    ({ mtime }) => mtime,
    () => undefined,
  );
  const archived = await lastArchivedAt(db.orm);
  const [last] = [marked, archived].filter((each) => each !== undefined).toSorted((a, b) => b.getTime() - a.getTime());
  const how = config.databaseUrl
    ? `Copy the database (pg_dump) and the data folder to another place every day, and let that end with: touch ${path}`
    : `Run npm run backup every day (docs/backup.md); it leaves ${path}.`;
  if (!last) return found(false, 'No backup has left a mark.', how);
  const hours = Math.max(0, Math.round((clock.now().getTime() - last.getTime()) / HOUR_MS));
  if (hours > FRESH_HOURS) return found(false, `The last one is ${hours} hours old.`, how);
  return found(
    true,
    `The last one was made ${hours} hours ago${last === archived ? ', by the archive of the database’s log' : ''}.`,
    'Try once that it can be restored.',
  );
}

async function tryAddresses({ config }: AppContext): Promise<StepResult> {
  const { production, shopUrl, deskUrl } = config;
  if (!production) return found(false, 'This is a shop to look around in. Start it with NODE_ENV=production, SHOP_URL and DESK_URL.');
  if (deskUrl === undefined) return found(false, 'DESK_URL is not set.');
  const lines: string[] = [];
  let ok = true;
  for (const [name, address] of Object.entries({ SHOP_URL: `${shopUrl}/healthz`, DESK_URL: `${deskUrl}/` })) {
    const status = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(CALL_PATIENCE_MS) }).then(
      (answer) => answer.status,
      () => undefined,
    );
    const isWell = address.startsWith('https:') && status === 200;
    ok &&= isWell;
    lines.push(
      `${name}: ${address} ${status === undefined ? 'does not answer' : `answers with ${status}`}${address.startsWith('https:') ? '' : ', without https'}.`,
    );
  }
  return found(ok, ...lines);
}
