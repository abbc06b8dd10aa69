// Background jobs of accounts: password reset mail, data export, erasure, cleanup.

import { normalizeEmail } from '#lib/people/email.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { createCode } from '#platform/identity/codes.ts';
import type { JobHandlers } from '../../jobs.ts';
import { forgetEmailChanges } from './email/queries.ts';
import type { AccountEvents } from './events.ts';
import { eraseDueAccounts } from './privacy/delete-account.ts';
import { makeExport } from './privacy/export-data.ts';
import * as queries from './queries.ts';
import { holdAccount } from './queries-privacy.ts';
import { getOldestCodeTime } from './rules.ts';

const DAY_MS = 86_400_000;
const ENDED_KEPT_DAYS = 30;

type AccountJob = 'accounts.sendRecovery' | 'accounts.deleteExpired' | 'accounts.export' | 'accounts.erase';

export const accountJobs = (ctx: AppContext, reactions: AccountEvents): Pick<JobHandlers, AccountJob> => ({
  'accounts.sendRecovery': ({ id }) => sendRecovery(ctx, id),
  'accounts.deleteExpired': () => forget(ctx),
  'accounts.export': ({ id }) => makeExport(ctx, reactions, id),
  'accounts.erase': (_, signal) => eraseDueAccounts(ctx, reactions, signal),
});

const mailedLinks = {
  reset: { mail: 'reset-password', path: '/account/reset?' },
  login: { mail: 'login-link', path: '/account/login-link?' },
} as const;

/** Does nothing if no account has the address. */
async function sendRecovery(ctx: AppContext, id: string): Promise<void> {
  const { db, clock, config } = ctx;
  await transaction(db, async (tx) => {
    const request = await queries.takeRecovery(tx, id);
    const person = request && (await queries.findByEmail(tx, normalizeEmail(request.email)));
    if (!person || !(await holdAccount(tx, person.id))) return;
    const { code, codeHash } = createCode();
    const { email, locale } = person;
    const { kind } = request;
    const { mail, path } = mailedLinks[kind];
    const link = `${config.shopUrl}${path}${kind === 'reset' ? `email=${encodeURIComponent(email)}&` : ''}code=${code}`;
    const mailId = await postMail(ctx, tx, { to: email, locale, mail, values: { link } });
    await queries.insertCode(tx, { codeHash, accountId: person.id, kind, email, mailId, createdAt: clock.now() });
  });
}

async function forget({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await queries.forgetBefore(db.orm, { sessions: daysAgo(ENDED_KEPT_DAYS), codes: getOldestCodeTime(now), recoveries: daysAgo(1) });
  await forgetEmailChanges(db.orm, daysAgo(1));
}
