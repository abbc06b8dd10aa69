// Security notices to account owners, posted in the transaction of the change.

import type { Locale } from '#lib/locale.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { getGreetingName } from './rules.ts';

export type MailedOwner = {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
};

/** The name of the recipient and the time of the change. */
const nameAndTime = (ctx: AppContext, owner: MailedOwner) => ({ name: getGreetingName(owner), at: ctx.clock.now().toISOString() });

export async function mailNewDevice(ctx: AppContext, tx: DbClient, owner: MailedOwner, device: string): Promise<void> {
  const values = { ...nameAndTime(ctx, owner), device: device || '—' };
  await postMail(ctx, tx, { to: owner.email, locale: owner.locale, mail: 'new-device', values });
}

type SecurityChange = 'password-changed' | 'two-factor-on' | 'two-factor-off';

/** Notices that state only what changed and when. */
export async function mailSecurityChange(ctx: AppContext, tx: DbClient, owner: MailedOwner, mail: SecurityChange): Promise<void> {
  const values = nameAndTime(ctx, owner);
  await postMail(ctx, tx, { to: owner.email, locale: owner.locale, mail, values });
}

export async function mailRecoveryCodeUsed(ctx: AppContext, tx: DbClient, owner: MailedOwner, remainingCodes: number): Promise<void> {
  const values = { ...nameAndTime(ctx, owner), left: String(remainingCodes) };
  await postMail(ctx, tx, { to: owner.email, locale: owner.locale, mail: 'recovery-code-used', values });
}

type PasskeyChange = { readonly mail: 'passkey-added' | 'passkey-removed'; readonly passkey: string };

export async function mailPasskeyChange(ctx: AppContext, tx: DbClient, owner: MailedOwner, change: PasskeyChange): Promise<void> {
  const values = { ...nameAndTime(ctx, owner), passkey: change.passkey };
  await postMail(ctx, tx, { to: owner.email, locale: owner.locale, mail: change.mail, values });
}

/** To the owner before, who may not have meant it. `by`: the new one. */
export async function mailHandedOver(
  ctx: AppContext,
  tx: DbClient,
  owner: MailedOwner,
  change: { readonly team: string; readonly by: string },
): Promise<void> {
  const values = { ...nameAndTime(ctx, owner), ...change };
  await postMail(ctx, tx, { to: owner.email, locale: owner.locale, mail: 'team-handed-over', values });
}

/** Called for the old and the new address, because only one of them may still belong to the owner. */
export async function mailEmailChanged(
  ctx: AppContext,
  tx: DbClient,
  owner: MailedOwner,
  { to, email }: { readonly to: string; readonly email: string },
): Promise<void> {
  const values = { ...nameAndTime(ctx, owner), email };
  await postMail(ctx, tx, { to, locale: owner.locale, mail: 'email-changed', values });
}
