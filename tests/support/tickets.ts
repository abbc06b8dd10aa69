// Messages to support from a browser, each from another IP address, so that no rate limit is reached.

import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
import type { Operator } from '#lib/people/operator.ts';
import { readSource } from '#lib/yaml/parse.ts';
import { isSourceErrors } from '#lib/yaml/source.ts';
import { createFiles } from '#modules/files/actions.ts';
import { createSupport, type SupportModule } from '#modules/support/actions.ts';
import type { TicketActed } from '#modules/support/desk/actions.ts';
import type { DeskAnswer } from '#modules/support/desk/shapes.ts';
import { parseSupport } from '#modules/support/source.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { openStore } from '#platform/files/store.ts';
import { eventHandlers } from '../../src/event-handlers.ts';
import { codeIn, getPage, postPage } from './accounts.ts';
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
export async function openTestSupport({ ctx, fulfilment }: Pick<Shop, 'ctx' | 'fulfilment'>): Promise<SupportModule> {
  const store = await openStore(ctx.config);
  const rules = parseSupport(readSource('shop/support.yaml', await readFile(join(import.meta.dirname, '../../shop/support.yaml'), 'utf8')));
  if (isSourceErrors(rules)) throw new Error(JSON.stringify(rules));
  const who = {
    supportEmail: 'support@fanfare.example',
    sender: 'hello@fanfare.example',
    defaultLocale: 'en',
    zone: 'UTC',
    dateLocale: 'en-US',
  } as const;
  return createSupport({
    ctx,
    store,
    files: createFiles({ ctx, store, hasPaid: async () => true }),
    fulfilment,
    reactions: eventHandlers,
    desk: () => ({ ...rules, ...who }),
  });
}

export const operator = (name = 'Olga'): Operator => ({ id: randomUUID(), name });

/** An operator's actions on tickets, each in a transaction as in the desk's calls. */
export async function atDesk(shop: Pick<Shop, 'ctx' | 'fulfilment'>, by: Operator = operator()) {
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

// A subscriber to the live updates of an account, by fetch with a token.

export type Ear = {
  readonly status: number;
  readonly headers: Headers;
  /** `news orders`, `hello 15`, in order of arrival. */
  readonly heard: string[];
  /** The stream has ended. */
  isOver(): boolean;
  close(): void;
};

const PATIENCE = { interval: 20 };

export async function listenTo(storefront: string, token: string, query = ''): Promise<Ear> {
  const gone = new AbortController();
  const answer = await fetch(`${storefront}/api/events${query}`, { headers: { authorization: `Bearer ${token}` }, signal: gone.signal });
  const heard: string[] = [];
  let over = false;
  void follow(answer, heard)
    .catch(() => undefined)
    .then(() => {
      over = true;
    });
  return { status: answer.status, headers: answer.headers, heard, isOver: () => over, close: () => gone.abort() };
}

async function follow(answer: Response, heard: string[]): Promise<void> {
  let rest = '';
  for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (name) heard.push(`${name} ${data}`.trim());
    }
  }
}

/** Waits for a topic, alone or with others, and drops its event and all before it. */
export async function hears({ heard }: Ear, what: string | RegExp): Promise<void> {
  const isIt = (each: string) => (typeof what === 'string' ? isIn(what, each) : what.test(each));
  await expect.poll(() => heard.some(isIt), { ...PATIENCE, message: `${what} in ${JSON.stringify(heard)}` }).toBe(true);
  heard.splice(0, heard.findIndex(isIt) + 1);
}

/** `news orders balance` contains `news orders`. */
function isIn(what: string, said: string): boolean {
  const [name, ...words] = what.split(' ');
  const [saidName, ...saidWords] = said.split(' ');
  return name === saidName && words.every((word) => saidWords.includes(word));
}

export const ends = (listener: Ear) => expect.poll(listener.isOver, PATIENCE).toBe(true);

// Incoming email, as a mail provider delivers it.

const SECRET = 'the secret shared with the mail provider';
export const INBOX = 'reply@in.shop.example';
/** The environment of a shop that receives email. */
export const mailIn = { MAIL_IN_ADDRESS: INBOX, MAIL_IN_SECRET: SECRET } as const;

export type Raw = { from: string; to: string; subject?: string; text: string; headers?: string; id?: string };
export const raw = ({ from, to, subject = 'Re: hello', text, headers = '', id = randomUUID() }: Raw): string =>
  `From: Anna <${from}>\r\nTo: <${to}>\r\nSubject: ${subject}\r\nMessage-ID: <${id}@mx.example>\r\n${headers}\r\n${text}\r\n`;

export const bring = (shop: Pick<Shop, 'urls'>, mail: string, authorization = `Bearer ${SECRET}`) =>
  fetch(`${shop.urls.storefront}/api/support/mail`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'message/rfc822' },
    body: mail,
  });

// An SMTP server that keeps the letters it receives.

/** `login`: the only user name and password that it accepts; without it, anyone may send. */
export async function openMailServer(login?: { readonly user: string; readonly password: string }) {
  const letters: string[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password ? done(null, { user: username }) : done(new Error('Wrong password')),
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        letters.push(Buffer.concat(chunks).toString('utf8'));
        for (const look of waiting) look();
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as { port: number };
  return {
    port,
    async received(count: number) {
      await new Promise<void>((done) => {
        const look = () => letters.length >= count && done();
        waiting.push(look);
        look();
      });
      return letters.map((letter) => PostalMime.parse(letter));
    },
    close: () => new Promise<void>((done) => server.close(done)),
  };
}
