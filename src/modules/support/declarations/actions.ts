// Withdrawals and cancellations that are declared on an open page, in two steps. Whether an order matches is
// only found out by a job after the answer: a stranger gets the same answer in the same time.
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Locale } from '#lib/locale.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import { type DateReader, showZonedDay, showZonedMoment } from '#lib/time/date.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { SubscriptionsModule } from '#modules/subscriptions/actions.ts';
import type { WithdrawalsModule } from '#modules/withdrawals/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { translate } from '#platform/i18n.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { href } from '../../../pages.ts';
import type { SupportDeps } from '../deps.ts';
import { openTicket } from '../threads.ts';
import * as queries from './queries.ts';
import { type Declaration, type DeclarationKind, declarationShapes } from './shapes.ts';

const messages = {
  expired: /*i18n*/ { id: 'declaration.expired', message: 'This page was open for too long. Fill in the form again.' },
  ordinary: /*i18n*/ { id: 'declaration.ordinary', message: 'ordinary' },
  cause: /*i18n*/ { id: 'declaration.cause', message: 'for cause: {reason}' },
  soonest: /*i18n*/ { id: 'declaration.soonest', message: 'as soon as possible' },
  withdrawal: /*i18n*/ {
    id: 'declaration.withdrawal',
    message: 'Withdrawal from the contract {number}, declared on the page {page} at {at}.',
  },
  cancel: /*i18n*/ {
    id: 'declaration.cancellation',
    message: 'Cancellation of the contract {number}, declared on the page {page} at {at}.\n\nKind: {how}\nEnd: {end}',
  },
} as const satisfies Record<string, Message>;

/** The visitor's IP address and language. */
type Visitor = { readonly address: string; readonly locale: Locale };

export function openDeclarations(deps: SupportDeps) {
  const { ctx } = deps;
  return {
    /** First step: checks and keeps what was typed. Returns the id for the second one. */
    async begin(kind: DeclarationKind, input: unknown, { address, locale }: Visitor): Promise<string> {
      const parsed = declarationShapes[kind].safeParse(input);
      if (!parsed.success) throw createValidationError(parsed.error.issues, input);
      await takePoints(ctx, [{ limit: 'declarationStep.address', of: getAddressKey(address) }]);
      const id = randomUUID();
      // The shape of this kind has parsed it, which the type system cannot know.
      const content = { kind, ...parsed.data } as Declaration;
      await queries.insertDeclaration(ctx.db.orm, { id, content, locale, createdAt: ctx.clock.now() });
      return id;
    },

    /** What the second step shows. */
    async find(id: string): Promise<Declaration | undefined> {
      const row = z.uuid().safeParse(id).success ? await queries.findDeclaration(ctx.db.orm, id) : undefined;
      return row?.confirmedAt === null ? (row.content ?? undefined) : undefined;
    },

    /** Second step: once, however often it is sent. */
    async confirm(id: string, { address }: Visitor): Promise<void> {
      const row = z.uuid().safeParse(id).success ? await queries.findDeclaration(ctx.db.orm, id) : undefined;
      if (!row) throw new UserError(400, { '': [messages.expired] });
      const { content, locale } = row;
      if (row.confirmedAt || !content) return;
      await takePoints(ctx, [
        { limit: 'declaration.address', of: getAddressKey(address) },
        { limit: 'declaration.email', of: normalizeEmail(content.email) },
      ]);
      await transaction(ctx.db, async (tx) => {
        const at = ctx.clock.now();
        if (!(await queries.confirmDeclaration(tx, id, at))) return;
        await mailReceipt(deps, tx, { content, locale, at });
        await enqueue(tx, 'support.carryOutDeclaration', { id });
      });
    },
  };
}

type Received = { readonly content: Declaration; readonly locale: Locale; readonly at: Date };

/** Only what was typed and when: the address may be that of another person. */
async function mailReceipt({ ctx, desk }: SupportDeps, tx: DbClient, { content, locale, at }: Received): Promise<void> {
  const { name, email, number } = content;
  const to = { to: email, replyTo: desk().supportEmail, locale, reference: number };
  const values = { name, email, number, at: at.toISOString() };
  if (content.kind === 'withdrawal') await postMail(ctx, tx, { ...to, mail: 'withdrawal-received', values });
  else
    await postMail(ctx, tx, {
      ...to,
      mail: 'cancellation-received',
      values: { ...values, ...describeEnd(content, { locale, dateLocale: desk().dateLocale }) },
    });
}

function describeEnd({ ground, reason, endsOn }: Extract<Declaration, { kind: 'cancel' }>, reader: Omit<DateReader, 'timeZone'>) {
  const { locale } = reader;
  return {
    how: translate(ground === 'cause' ? { ...messages.cause, values: { reason } } : messages.ordinary, locale),
    end: endsOn ? showZonedDay(new Date(endsOn), { ...reader, timeZone: 'UTC' }) : translate(messages.soonest, locale),
  };
}

export type CarryingOut = SupportDeps & {
  readonly withdrawals: Pick<WithdrawalsModule, 'declare'>;
  readonly subscriptions: Pick<SubscriptionsModule, 'declareEnd'>;
};

/**
 * Does what the button in the account does if the declaration matches exactly; otherwise a person reads it.
 */
export async function carryOutDeclaration(deps: CarryingOut, id: string): Promise<void> {
  await transaction(deps.ctx.db, async (tx) => {
    const row = await queries.lockDeclaration(tx, id);
    if (!row?.content || !row.confirmedAt) return;
    const received = { content: row.content, locale: row.locale, at: row.confirmedAt };
    if (!(await matchesContract(deps, tx, received))) await openDeclarationTicket(deps, tx, received);
    await queries.eraseDeclarationContent(tx, id);
  });
}

function matchesContract({ withdrawals, subscriptions }: CarryingOut, tx: DbClient, { content, at }: Received): Promise<boolean> {
  const { email } = content;
  const number = content.number.normalize('NFKC').replace(/\s/g, '');
  if (content.kind === 'withdrawal') return withdrawals.declare(tx, { number: number.toUpperCase(), email, at });
  if (content.ground === 'cause') return Promise.resolve(false);
  return subscriptions.declareEnd(tx, { number, email, by: content.endsOn || undefined });
}

/** In the language of the desk, because the customer has the receipt. */
async function openDeclarationTicket(deps: SupportDeps, tx: DbClient, { content, locale, at }: Received): Promise<void> {
  const { name, email, number } = content;
  const { defaultLocale, dateLocale, zone: timeZone } = deps.desk();
  const reader = { locale: defaultLocale, dateLocale, timeZone };
  const values = { number, page: href(content.kind), at: showZonedMoment(at, reader) };
  const message =
    content.kind === 'withdrawal'
      ? translate({ ...messages.withdrawal, values }, defaultLocale)
      : translate({ ...messages.cancel, values: { ...values, ...describeEnd(content, reader) } }, defaultLocale);
  const urgent = content.kind === 'cancel' && content.ground === 'cause';
  await openTicket(deps, tx, { name, email, message, locale, urgent, accountId: undefined, knownBy: 'form', confirm: 'none' });
}
