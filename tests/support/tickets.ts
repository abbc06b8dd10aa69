// Messages to support from a browser, each from another IP address, so that no rate limit is reached.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operator } from '#lib/people/operator.ts';
import { isFaults } from '#lib/yaml/source.ts';
import { createFiles } from '#modules/files/actions.ts';
import { createSupport, type SupportModule } from '#modules/support/actions.ts';
import type { TicketActed } from '#modules/support/desk/actions.ts';
import type { DeskAnswer } from '#modules/support/desk/shapes.ts';
import { parseSupport } from '#modules/support/source.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { openStore } from '#platform/files/store.ts';
import { eventHandlers } from '../../src/event-handlers.ts';
import { codeIn } from './accounts.ts';
import { getPage, postPage } from './mailed-link.ts';
import type { Shop } from './shop.ts';

/** Lets every request set its own IP address. */
export const environment = { TRUSTED_PROXIES: '127.0.0.1,::1' } as const;

export const somewhere = (): string => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::7`;
export const somebody = (): string => `guest-${randomBytes(6).toString('hex')}@shop.example`;
export const asked = (more: object = {}) => ({ name: 'Anna', email: somebody(), message: 'Where is my order?', ...more });

type Refused = { readonly title: string; readonly detail?: string; readonly errors?: Readonly<Record<string, string[]>> };
type Kept = { readonly ticketNumber: string; readonly answerBy?: string };

export async function sendTicket(
  { urls }: { readonly urls: { readonly storefront: string } },
  body: unknown,
  { language = 'en', from = somewhere() } = {},
): Promise<Refused & Kept & { readonly status: number; readonly headers: Headers }> {
  const response = await fetch(`${urls.storefront}/api/support/create-ticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language, 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  return { ...((await response.json()) as Refused & Kept), status: response.status, headers: response.headers };
}

/** The support module with its desk actions, on the shop's database. */
export async function openTestSupport({ ctx }: Pick<Shop, 'ctx'>): Promise<SupportModule> {
  const store = await openStore(ctx.config);
  const rules = parseSupport(await readFile(join(import.meta.dirname, '../../shop/support.yaml'), 'utf8'));
  if (isFaults(rules)) throw new Error(JSON.stringify(rules));
  const who = {
    supportEmail: 'support@fanfare.example',
    sender: 'hello@fanfare.example',
    defaultLocale: 'en',
    zone: 'UTC',
    dateLocale: 'en-US',
  } as const;
  return createSupport({ ctx, store, files: createFiles(ctx, store), reactions: eventHandlers, desk: () => ({ ...rules, ...who }) });
}

export const operator = (name = 'Olga'): Operator => ({ id: randomUUID(), name });

/** An operator's actions on tickets, each in a transaction as in the desk's calls. */
export async function atDesk(shop: Pick<Shop, 'ctx'>, by: Operator = operator()) {
  const { desk, deskFiles } = await openTestSupport(shop);
  const act = <T>(work: (tx: DbClient) => Promise<T>): Promise<T> => transaction(shop.ctx.db, work);
  const read = (number: string) => desk.read(shop.ctx.db.orm, number);
  return {
    by,
    desk,
    deskFiles,
    act,
    read,
    /** Answers the current version of the thread. */
    async answer(number: string, text: string, more: Partial<DeskAnswer> = {}): Promise<TicketActed> {
      const { version } = (await read(number)).ticket;
      return act((tx) => desk.answer(tx, by, { number, version, text, files: [], next: 'wait', ...more }));
    },
  };
}

export const TICKET = '/contact/ticket';

/** The code of the link in the newest answer. */
export const linkCode = async (shop: Pick<Shop, 'mail'>, email: string): Promise<string> =>
  codeIn((await shop.mail(email, /: an answer/)).text);

/** Exchanges the code of a link for its cookie. */
export async function opened(shop: Pick<Shop, 'urls'>, code: string): Promise<string> {
  const { status, cookie } = await postPage(shop, TICKET, { code }, { from: somewhere() });
  if (status !== 303) throw new Error(`the link was refused with ${status}`);
  return cookie;
}

type Seen = { readonly thread?: { readonly number: string; readonly messages: { readonly text: string }[] }; readonly isSent: boolean };

/** What the page shows to a browser with this cookie. */
export async function threadAt(shop: Pick<Shop, 'urls'>, cookie?: string, path = TICKET): Promise<Seen> {
  const { html } = await getPage(shop, path, { cookie, from: somewhere() });
  const [, number] = /data-form="write-([\w-]+)"/.exec(html) ?? [];
  const messages = [...html.matchAll(/<p [^>]*dir="auto">([^<]*)/g)].map(([, text = '']) => ({ text }));
  return { ...(number ? { thread: { number, messages } } : {}), isSent: html.includes('data-sent="write-') };
}
