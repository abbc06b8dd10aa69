// The checks of the set-up page: each tries the real thing and describes the result.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ShopTexts } from '#lib/rendering.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { Connections } from '#modules/connections/actions.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import { mailProgress, postMail } from '#modules/mail/actions.ts';
import type { PaymentsModule } from '#modules/payments/actions.ts';
import type { OperatorSession } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { formatCause } from '#platform/logging/log.ts';
import { findLastArchiveTime } from './queries.ts';
import { checkPolicies, checkTax } from './rules.ts';
import type { StepName, StepResult } from './shapes.ts';

export type SetUp = {
  readonly ctx: AppContext;
  readonly shop: ShopTexts;
  readonly catalogue: Pick<CatalogueModule, 'kinds'>;
  readonly tax: () => Tax;
  readonly payments: Pick<PaymentsModule, 'lookAtProvider' | 'realProvider'>;
  readonly connections: Connections;
};

const MAIL_PATIENCE_MS = 12_000;
const POLL_MS = 150;
const CALL_PATIENCE_MS = 8_000;
const HOUR_MS = 3_600_000;
/** A day, plus the time a backup takes. */
const FRESH_HOURS = 26;
const STRIPE = 'stripe';
/** The backup script touches this file when it is done. */
const BACKUP_MARK = 'last-backup';

export const setUpChecks: Readonly<Record<StepName, (setUp: SetUp, session: OperatorSession) => Promise<StepResult>>> = {
  tax: async ({ tax, shop }) => checkTax(tax(), shop),
  mail: ({ ctx, connections }, { operator }) => tryMail(ctx, connections, operator.email),
  payments: ({ ctx, payments }) => tryPayments(ctx, payments),
  policies: async ({ shop }) => checkPolicies(shop),
  secondFactor: async (_, { operator }) =>
    operator.totpSince
      ? toResult(true, 'On. A password alone doesn’t open the desk.')
      : toResult(
          false,
          'Off. Add a passkey under “My account”, or ask an owner for a new invitation link (Team) to set up an authenticator app.',
        ),
  backup: ({ ctx }) => findBackup(ctx),
  address: ({ ctx }) => tryAddresses(ctx),
};

const toResult = (ok: boolean, ...lines: string[]): StepResult => ({ ok, lines });

async function tryMail(ctx: AppContext, connections: Connections, to: string): Promise<StepResult> {
  const { db, clock } = ctx;
  const postedAt = clock.now().toISOString();
  const id = await transaction(db, (tx) => postMail(ctx, tx, { to, locale: 'en', mail: 'trial', values: { to, postedAt } }));
  for (const until = performance.now() + MAIL_PATIENCE_MS; performance.now() < until; await pause(POLL_MS)) {
    const progress = await mailProgress(db.orm, id);
    if (progress?.lastError)
      return toResult(false, `Couldn’t send: ${progress.lastError}`, 'Check the mail server in the settings. The shop keeps trying.');
    if (!progress?.sentAt) continue;
    const smtpUrl = connections.smtpUrl();
    return smtpUrl
      ? toResult(true, `Sent to ${to} by ${new URL(smtpUrl).hostname}.`, 'Check that it arrived, and not as spam.')
      : toResult(false, `Sent to ${to}, but only to the test mailbox on this machine.`, 'Enter your mail server in the settings.');
  }
  return toResult(false, 'Not sent yet: no process runs the jobs, or the mail server doesn’t answer.');
}

async function tryPayments({ config }: AppContext, payments: SetUp['payments']): Promise<StepResult> {
  const name = payments.realProvider();
  if (name === undefined)
    return toResult(
      false,
      config.sandboxPort === undefined ? 'No payment provider is set up.' : 'Only the test bank is set up: no real money.',
      'Enter the keys of Stripe in the settings.',
    );
  try {
    const lines = await payments.lookAtProvider(AbortSignal.timeout(CALL_PATIENCE_MS));
    if (name === STRIPE) return toResult(true, ...(lines ?? []));
    return toResult(
      true,
      `The plugin ${name} takes the payments.`,
      ...(lines ?? ['It has no check of its account: place an order to test it.']),
    );
  } catch (cause) {
    return name === STRIPE
      ? toResult(false, formatCause(cause), 'Check the key of Stripe in the settings. A restricted key must be able to read the balance.')
      : toResult(false, formatCause(cause), `Check the settings of the plugin ${name}.`);
  }
}

async function findBackup({ config, clock, db }: AppContext): Promise<StepResult> {
  const path = join(config.dataDir, BACKUP_MARK);
  const marked = await stat(path).then(
    ({ mtime }) => mtime,
    () => undefined,
  );
  const archived = await findLastArchiveTime(db.orm);
  const [last] = [marked, archived].filter((each) => each !== undefined).toSorted((a, b) => b.getTime() - a.getTime());
  const how = config.databaseUrl
    ? `Copy the database (pg_dump) and the data folder to another place every day, then run: touch ${path}`
    : 'Run npm run backup every day (docs/backup.md).';
  if (!last) return toResult(false, 'No backup found.', how);
  const hours = Math.max(0, Math.round((clock.now().getTime() - last.getTime()) / HOUR_MS));
  if (hours > FRESH_HOURS) return toResult(false, `The last backup is ${hours} hours old.`, how);
  return toResult(
    true,
    `The last backup was ${hours} hours ago${last === archived ? ' (archived database log)' : ''}.`,
    'Test once that you can restore it.',
  );
}

async function tryAddresses({ config }: AppContext): Promise<StepResult> {
  const { production, shopUrl, deskUrl } = config;
  if (!production) return toResult(false, 'This is a demo. Start it with NODE_ENV=production, SHOP_URL and DESK_URL.');
  if (deskUrl === undefined) return toResult(false, 'DESK_URL is not set.');
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
      `${name}: ${address} ${status === undefined ? 'doesn’t answer' : `answers ${status}`}${address.startsWith('https:') ? '' : ', without https'}.`,
    );
  }
  return toResult(ok, ...lines);
}
