// Edits the texts of emails: reads them with their versions, previews a draft, sends it as a test, and saves
// it.

import { type BuiltInLocale, builtInLocales } from '#lib/locale.ts';
import { getTextAtVersion, prepareText } from '#modules/content/edit.ts';
import { editMails } from '#modules/mail/actions.ts';
import type { MailDetails, MailDraft, MailPreview } from '#modules/mail/desk-shapes.ts';
import type { MailTextName } from '#modules/mail/shapes.ts';
import type { OperatorSession } from '#modules/staff/actions.ts';
import { formatCause } from '#platform/logging/log.ts';
import { openEdited, type SaveRequest, saveEdited, type TextDeps } from './actions.ts';

export async function mailList(deps: TextDeps) {
  const { listMails } = await editMails();
  return listMails(deps.ctx.db.orm, deps.mails.source.outdated());
}

export async function readMailText(deps: TextDeps, name: MailTextName): Promise<MailDetails> {
  const { describeMail, editedMail } = await editMails();
  return {
    ...(await openEdited(deps, editedMail, name)),
    ...(await describeMail(deps.ctx.db.orm, name, deps.mails.source.outdated())),
  };
}

export async function getOldMail(deps: TextDeps, request: { name: MailTextName; number: number }) {
  const { editedMail } = await editMails();
  return { name: request.name, text: await getTextAtVersion(deps.ctx.db.orm, editedMail, request) };
}

export async function previewMailText(deps: TextDeps, session: OperatorSession, draft: MailDraft): Promise<MailPreview> {
  const render = await createRenderer(deps, session, draft);
  const { mailSheet, toShownMail } = await editMails();
  const { shopUrl } = deps.ctx.config;
  const logo = deps.shop.brand.logo?.light.address;
  return {
    texts: builtInLocales.map((locale) => ({ locale, ...toShownMail(render(locale), shopUrl, logo) })),
    style: mailSheet(deps.mails.source.letterhead()),
  };
}

export async function sendTestMail(
  deps: TextDeps,
  session: OperatorSession,
  { locale, ...draft }: MailDraft & { readonly locale: BuiltInLocale },
): Promise<{ to: string; error: string | null }> {
  const letter = (await createRenderer(deps, session, draft))(locale);
  const error = await deps.mails.send(letter).then(() => null, formatCause);
  return { to: letter.to, error };
}

/** Renders the draft for the operator. */
async function createRenderer(deps: TextDeps, { operator }: OperatorSession, draft: MailDraft) {
  const { clock, config } = deps.ctx;
  const { source } = deps.mails;
  const { editedMail, previewMail } = await editMails();
  const { made } = await prepareText(deps.ctx.db.orm, editedMail, draft);
  const sending = {
    current: source.texts(),
    letterhead: source.letterhead(),
    shopUrl: config.shopUrl,
    at: clock.now(),
    to: operator.email,
  };
  return (locale: BuiltInLocale) => previewMail(made, draft.name, locale, sending);
}

export async function saveMailText(deps: TextDeps, session: OperatorSession, request: SaveRequest<MailDraft>) {
  const { editedMail } = await editMails();
  return saveEdited(deps, session, editedMail, request);
}
