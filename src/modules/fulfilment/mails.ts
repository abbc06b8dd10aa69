// Mails about work on a piece. Closed accounts get none.

import { findMailRecipient } from '#modules/accounts/actions.ts';
import { getServiceName } from '#modules/catalogue/rules.ts';
import { addReply, postMail } from '#modules/mail/actions.ts';
import type { PieceContext } from '#modules/orders/pieces/queries-work.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { FulfilmentDeps } from './deps.ts';
import { acceptDue } from './rules.ts';
import { describeLink } from './shapes-links.ts';
import { getIncluded } from './view.ts';

type MailedMessage = { readonly text: string; readonly waits: boolean };

export async function mailDelivery(deps: FulfilmentDeps, tx: DbClient, work: PieceContext, links: readonly string[]): Promise<void> {
  const to = await findRecipient(deps, tx, work);
  if (!to) return;
  const { values: told, ...post } = to;
  const items = links.map(describeLink).map(({ url, host, name }) => ({ name: name ?? host, about: [host], amount: '', link: url }));
  const values = { ...told, items };
  if (getIncluded(deps.catalogue, work.piece) === 0) await postMail(deps.ctx, tx, { ...post, mail: 'report-delivered', values });
  else {
    const until = acceptDue(deps.ctx.clock.now()).toISOString();
    await postMail(deps.ctx, tx, { ...post, mail: 'piece-delivered', values: { ...values, until } });
  }
}

export async function mailPieceMessage(
  deps: FulfilmentDeps,
  tx: DbClient,
  work: PieceContext,
  { text, waits }: MailedMessage,
): Promise<void> {
  const to = await findRecipient(deps, tx, work);
  if (!to) return;
  const { values, ...post } = to;
  await postMail(deps.ctx, tx, { ...post, mail: waits ? 'piece-question' : 'piece-message', values: { ...values, message: text } });
}

export async function mailAcceptSoon(deps: FulfilmentDeps, tx: DbClient, work: PieceContext, acceptAt: Date): Promise<void> {
  const to = await findRecipient(deps, tx, work);
  if (!to) return;
  const { values, ...post } = to;
  await postMail(deps.ctx, tx, { ...post, mail: 'accept-soon', values: { ...values, until: acceptAt.toISOString() } });
}

/** An automatic piece that a person makes now. */
export async function mailHandOver(deps: FulfilmentDeps, tx: DbClient, work: PieceContext, dueAt: Date): Promise<void> {
  const to = await findRecipient(deps, tx, work);
  if (!to) return;
  const { values, ...post } = to;
  await postMail(deps.ctx, tx, { ...post, mail: 'piece-by-hand', values: { ...values, until: dueAt.toISOString() } });
}

async function findRecipient({ catalogue, replyAddress }: FulfilmentDeps, tx: DbClient, { order, piece }: PieceContext) {
  const person = await findMailRecipient(tx, order.accountId);
  if (!person) return undefined;
  const { email: to, locale, name } = person;
  const values = { name, number: order.number, what: order.title ?? getServiceName(catalogue.current(), piece.serviceType, locale) };
  return addReply({ to, locale, reference: order.number }, values, await replyAddress(tx, piece.id));
}
