// Operators: `const maker = await operating(shop, 'maker')`, `await maker.call('GET /api/queue')`.
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib/functional';
import type { Role } from '#modules/staff/shapes-roles.ts';
import type { DeskCall, DeskOutput, DeskSent } from '../../src/desk-api.ts';
import type { Shop } from './shop.ts';

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
