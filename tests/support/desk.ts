// Operators: `const maker = await operating(shop, 'maker')`, `await maker.call('GET /api/queue')`.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib/functional';
import { expect } from 'vitest';
import type { ContentName } from '#lib/rendering.ts';
import type { FormTexts } from '#modules/content/shapes-pages.ts';
import type { StaffEvent } from '#modules/notices/shapes-events.ts';
import type { SettingTexts } from '#modules/settings/shapes.ts';
import type { SettingName } from '#modules/settings/shapes-names.ts';
import type { Role } from '#modules/staff/shapes-roles.ts';
import type { DeskCall, DeskOutput, DeskSent } from '../../src/desk-api.ts';
import { letRun } from './rows/jobs.ts';
import { outboxCount } from './rows/support.ts';
import type { Mail, Shop } from './shop.ts';

export type DeskAnswer<C extends DeskCall> = {
  readonly status: number;
  readonly body: DeskOutput<C>;
  readonly cookie: string;
  readonly device: string;
};
type As = { readonly cookie?: string; readonly origin?: string | undefined; readonly from?: string };

/** Makes a call as the desk's page does. */
export async function atDesk<C extends DeskCall>(shop: Shop, name: C, sent?: DeskSent<C> | unknown, as: As = {}): Promise<DeskAnswer<C>> {
  const [method = '', path = ''] = name.split(' ');
  const query = method === 'GET' && sent ? `?${new URLSearchParams(sent as Record<string, string>)}` : '';
  const origin = 'origin' in as ? as.origin : shop.urls.desk;
  const answer = await fetch(shop.urls.desk + path + query, {
    method,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(origin === undefined ? {} : { origin }),
      ...(as.cookie ? { cookie: as.cookie } : {}),
      ...(as.from ? { 'x-forwarded-for': as.from } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify(sent ?? {}) } : {}),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  const [cookie = '', device = ''] = answer.headers.getSetCookie();
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, cookie, device };
}

export const DESK_PASSWORD = 'nine-lives-of-paper';

/** Opens a page of the desk and logs in there. */
export async function logInToDesk(page: Page, { urls }: Pick<Shop, 'urls'>, email: string, path = '/'): Promise<void> {
  await page.goto(urls.desk + path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(DESK_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
}

export const joinDesk = (shop: Shop, link: string, more: { name?: string; password?: string; appCode?: string } = {}) =>
  atDesk(shop, 'POST /api/join', { code: link.split('#')[1], name: 'Somebody', password: DESK_PASSWORD, ...more });

export type Operating = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  call<C extends DeskCall>(name: C, sent?: DeskSent<C> | unknown): Promise<DeskAnswer<C>>;
  /** The current code of their authenticator app. */
  appCode(): Promise<string>;
};

const needsStepUp = ({ status, body }: { status: number; body: unknown }): boolean =>
  status === 400 && (body as { errors?: { stepUp?: unknown } }).errors?.stepUp !== undefined;

let made = 0;

/** A logged-in operator with this role. */
export async function operating(shop: Shop, role: Role, { withApp = false, name = role as string } = {}): Promise<Operating> {
  made += 1;
  const email = `${role}${made}@desk.example`;
  const code = (await shop.linkToDesk({ email, name, role })).split('#')[1] ?? '';
  const { body: invitation } = await atDesk(shop, 'POST /api/invitation', { code });
  const appCode = async () => generateSync({ secret: invitation.secret, epoch: Math.floor(shop.clock.now().getTime() / 1_000) });
  const joined = await joinDesk(shop, `#${code}`, { name, ...(withApp ? { appCode: await appCode() } : {}) });
  const cookie = joined.cookie.split(';')[0] ?? '';
  const request = <C extends DeskCall>(call: C, sent?: DeskSent<C> | unknown) => atDesk(shop, call, sent, { cookie });
  // Step-up as in the app: confirm, then repeat the call.
  const call = async <C extends DeskCall>(call: C, sent?: DeskSent<C> | unknown) => {
    const answer = await request(call, sent);
    if (!needsStepUp(answer)) return answer;
    await request('POST /api/confirm', { currentPassword: DESK_PASSWORD });
    return request(call, sent);
  };
  const { body: me } = await call('GET /api/me');
  return { id: me.id, name, email, password: DESK_PASSWORD, cookie, call, appCode };
}

// The texts of pages at the desk: `const { text, save } = await openedContent(shop, 'home')`.

export const WHY = 'news of this autumn';

export const words = (text: string) => ({ en: text, es: `${text} (es)`, jp: `${text} (jp)` });

export const pageIn = async (shop: Shop, path: string, language = 'en'): Promise<string> =>
  (await fetch(`${shop.urls.storefront}${path}`, { headers: { 'accept-language': language } })).text();

/** One for each shop: log-ins are limited. */
const owners = new WeakMap<Shop, Promise<Operating>>();
function getOwner(shop: Shop): Promise<Operating> {
  const owner = owners.get(shop) ?? operating(shop, 'owner');
  owners.set(shop, owner);
  return owner;
}

/** A text as it is now, as an owner opens it. */
export async function openedContent<Name extends ContentName>(shop: Shop, name: Name) {
  const owner = await getOwner(shop);
  const { body } = await owner.call('GET /api/content', { name });
  const text = body.text as FormTexts[Name];
  return {
    owner,
    text,
    number: body.number,
    preview: (changed: FormTexts[Name]) => owner.call('POST /api/content/preview', { name, text: changed }),
    save: (changed: FormTexts[Name], from = body.number, by = owner) =>
      by.call('POST /api/content/save', { name, text: changed, from, why: WHY }),
  };
}

// The settings at the desk: `const { text, save } = await openedSetting(shop, 'tax')`.

/** A setting as it is now, as an owner opens it. Drafts are its text with changes. */
export async function openedSetting<Name extends SettingName>(shop: Shop, name: Name) {
  type Changes = Partial<SettingTexts[Name]>;
  const owner = await getOwner(shop);
  const { body } = await owner.call('GET /api/setting', { name });
  const text = body.text as SettingTexts[Name];
  const createDraft = (changes: Changes) => ({ name, text: { ...text, ...changes } });
  return {
    owner,
    text,
    number: body.number,
    versions: body.versions,
    preview: (changes: Changes) => owner.call('POST /api/setting/preview', createDraft(changes)),
    save: (changes: Changes, from = body.number, by = owner) =>
      by.call('POST /api/setting/save', { ...createDraft(changes), from, why: WHY }),
  };
}

// Staff notices: the job that sends them, and a chat program that receives webhooks.

/** Finds what happened and sends what is due, as every minute. */
export const sendNotices = (shop: Shop) => letRun(shop, 'desk.sendNotices');

/** How many emails with notices an operator got. */
export const noticeCount = (shop: Shop, { email }: Operating): Promise<number> => outboxCount(shop, 'staff-notices', email);

/** Waits for so many emails with notices; returns the newest. */
export async function noticeMail(shop: Shop, { email }: Operating, count = 1): Promise<Mail> {
  const mails = async () => (await shop.mails(email)).filter(({ text }) => text.includes('/account/notices'));
  await expect.poll(async () => (await mails()).length).toBeGreaterThanOrEqual(count);
  const [newest] = await mails();
  if (!newest) throw new Error('no email with notices');
  return newest;
}

type Quiet = DeskSent<'POST /api/notices'>['quiet'];

export const chooseNotices = (who: Operating, emailed: readonly StaffEvent[], quiet: Quiet = null) =>
  who.call('POST /api/notices', { emailed, quiet });

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export type ChatProgram = {
  readonly address: string;
  /** The bodies of all messages, oldest first. */
  readonly received: readonly { readonly text?: string; readonly content?: string; readonly [key: string]: unknown }[];
  /** How it answers from now on; 200 at first. */
  answerWith(answer: Answer | number): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A chat program on this machine. */
export async function chatProgram(): Promise<ChatProgram> {
  const received: ChatProgram['received'][number][] = [];
  let answer: Answer = (response) => response.end('ok');
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      received.push(JSON.parse(Buffer.concat(parts).toString()));
      answer(response, request);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/B0/a-long-secret-9k3q`,
    received,
    answerWith(next) {
      answer = typeof next === 'number' ? (response) => response.writeHead(next).end() : next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

// A service of the owner's, created with the form of a new service.

const inLanguages = (text: string) => ({ en: text, es: `${text} (es)`, jp: `${text}（日本語）` });

const draftNamed = (slug: string) => ({
  name: inLanguages(`Name of ${slug}`),
  summary: inLanguages('A logo in three rounds.'),
  description: inLanguages('Tell us about your brand.'),
  revisions: 1,
  contains: [inLanguages('Three drafts'), inLanguages('One file')],
  excludes: [],
  sample: { caption: inLanguages('Sample'), text: inLanguages('A loaf in a circle.') },
  fields: [],
  offers: [
    {
      id: '',
      unit: inLanguages('One logo'),
      note: inLanguages('For a small business'),
      minQuantity: 1,
      maxQuantity: 10,
      prices: { EUR: 25_000, USD: 27_000, AUD: 41_050, NOK: 290_000 },
      pieces: [],
    },
  ],
});

/** It is not sold until it is published. */
export async function createService(operator: Operating, slug: string): Promise<void> {
  const sent = { file: `${slug}.yaml`, isNew: {}, service: draftNamed(slug), from: 0, why: 'our own' };
  expect((await operator.call('POST /api/catalogue/save', sent)).body.saved).toBe(true);
}

export async function publishService(operator: Operating, slug: string): Promise<void> {
  const { file, number, service } = (await operator.call('GET /api/catalogue/file', { file: `${slug}.yaml` })).body;
  const sent = { file, service: { ...service, state: 'sold' }, from: number, why: 'it is ready' };
  expect((await operator.call('POST /api/catalogue/save', sent as never)).body.saved).toBe(true);
}
