// Security notices to account owners, posted in the transaction of the change.

import type { AppContext } from '../../infra/app-context.ts';
import type { DbClient } from '../../infra/database/database.ts';
import type { Locale } from '../../lib/locale.ts';
import { postMail } from '../mail/actions.ts';

export type MailedOwner = { readonly id: string; readonly email: string; readonly firstName: string; readonly locale: Locale };

export async function mailNewDevice(
  ctx: AppContext,
  tx: DbClient,
  { email, locale, firstName }: MailedOwner,
  device: string,
): Promise<void> {
  const values = { name: firstName, device: device || '—', at: shownMoment(ctx.clock.now()) };
  await postMail(ctx, tx, { to: email, locale, mail: 'new-device', values });
}

type SecurityChange = 'password-changed' | 'two-factor-on' | 'two-factor-off';

/** Notices that state only what changed and when. */
export async function mailSecurityChange(
  ctx: AppContext,
  tx: DbClient,
  { email, locale, firstName }: MailedOwner,
  mail: SecurityChange,
): Promise<void> {
  const values = { name: firstName, at: shownMoment(ctx.clock.now()) };
  await postMail(ctx, tx, { to: email, locale, mail, values });
}

export async function mailRecoveryCodeUsed(
  ctx: AppContext,
  tx: DbClient,
  { email, locale, firstName }: MailedOwner,
  remainingCodes: number,
): Promise<void> {
  const values = { name: firstName, at: shownMoment(ctx.clock.now()), left: String(remainingCodes) };
  await postMail(ctx, tx, { to: email, locale, mail: 'recovery-code-used', values });
}

type PasskeyChange = { readonly mail: 'passkey-added' | 'passkey-removed'; readonly passkey: string };

export async function mailPasskeyChange(
  ctx: AppContext,
  tx: DbClient,
  { email, locale, firstName }: MailedOwner,
  change: PasskeyChange,
): Promise<void> {
  const values = { name: firstName, passkey: change.passkey, at: shownMoment(ctx.clock.now()) };
  await postMail(ctx, tx, { to: email, locale, mail: change.mail, values });
}

/** Called for the old and the new address, because only one of them may still belong to the owner. */
export async function mailEmailChanged(
  ctx: AppContext,
  tx: DbClient,
  { locale, firstName }: MailedOwner,
  { to, email }: { readonly to: string; readonly email: string },
): Promise<void> {
  const values = { name: firstName, email, at: shownMoment(ctx.clock.now()) };
  await postMail(ctx, tx, { to, locale, mail: 'email-changed', values });
}

export const shownMoment = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
