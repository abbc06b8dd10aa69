// Edits the texts of emails: reads them with their versions, previews a draft, sends it as a test, and saves
// it.

import { type BuiltInLocale, builtInLocales } from '#lib/locale.ts';
import { editMails } from '#modules/mail/actions.ts';
import type { MailDetails, MailPreview, MailTextDraft } from '#modules/mail/desk-shapes.ts';
import { type MailTextName, mailFile } from '#modules/mail/shapes.ts';
import { actor, type Done, type OperatorSession } from '#modules/staff/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { causeLine } from '#platform/logging/log.ts';
import { type SaveRequest, savedText, type TextDeps, versionsAt } from './actions.ts';
import type { SavedText } from './shapes.ts';

export async function mailList(deps: TextDeps) {
  const { listMails } = await editMails();
  return listMails(deps.ctx.db.orm, deps.mails.source.outdated());
}

export async function readMailText(deps: TextDeps, name: MailTextName): Promise<MailDetails> {
  const { orm } = deps.ctx.db;
  const { openMailText } = await editMails();
  const whole = await openMailText(orm, name, deps.mails.source.outdated());
  return { ...whole, versions: await versionsAt(orm, 'mails', mailFile(name, 'en')) };
}

export async function oldMail(deps: TextDeps, request: { name: MailTextName; number: number }) {
  const { mailAt } = await editMails();
  return mailAt(deps.ctx.db.orm, request);
}

export async function previewMailText(deps: TextDeps, session: OperatorSession, draft: MailTextDraft): Promise<MailPreview> {
  const render = await renderer(deps, session, draft);
  const { mailSheet, shownMail } = await editMails();
  const { shopUrl } = deps.ctx.config;
  const logo = deps.shop.brand.logo?.light.address;
  return {
    texts: builtInLocales.map((locale) => ({ locale, ...shownMail(render(locale), shopUrl, logo) })),
    style: mailSheet(deps.mails.source.letterhead()),
  };
}

export async function sendTestMail(
  deps: TextDeps,
  session: OperatorSession,
  { locale, ...draft }: MailTextDraft & { readonly locale: BuiltInLocale },
): Promise<{ to: string; error: string | null }> {
  const letter = (await renderer(deps, session, draft))(locale);
  const error = await deps.mails.send(letter).then(() => null, causeLine);
  return { to: letter.to, error };
}

/** Renders the draft for the operator. */
async function renderer(deps: TextDeps, { operator }: OperatorSession, draft: MailTextDraft) {
  const { clock, config } = deps.ctx;
  const { source } = deps.mails;
  const { makeMail, previewMail } = await editMails();
  const made = makeMail(draft);
  const sending = {
    current: source.texts(),
    letterhead: source.letterhead(),
    shopUrl: config.shopUrl,
    at: clock.now(),
    to: operator.email,
  };
  return (locale: BuiltInLocale) => previewMail(made, draft.name, locale, sending);
}

export async function saveMailText(deps: TextDeps, session: OperatorSession, { from, why, ...draft }: SaveRequest<MailTextDraft>) {
  const at = deps.ctx.clock.now();
  const { makeMail, saveMail } = await editMails();
  const made = makeMail(draft);
  return async (tx: DbClient): Promise<Done<SavedText>> => {
    const done = await saveMail(tx, { made, draft, from, why, by: actor(session), at });
    const entry = done.saved && { id: draft.name, before: { version: from }, after: { version: done.number } };
    return savedText(deps, done, entry, 'mails', mailFile(draft.name, 'en'));
  };
}
