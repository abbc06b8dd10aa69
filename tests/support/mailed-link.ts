// Follows the link of an email without JavaScript: the page, its button and its cookie.
import type { Shop } from './shop.ts';

type At = Pick<Shop, 'urls'>;
type RequestOptions = {
  readonly cookie?: string | undefined;
  readonly from?: string;
  readonly origin?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
};

const headersOf = ({ cookie, from, headers = {} }: RequestOptions) => ({
  ...headers,
  ...(cookie ? { cookie } : {}),
  ...(from ? { 'x-forwarded-for': from } : {}),
});

export async function getPage({ urls }: At, path: string, options: RequestOptions = {}) {
  const answer = await fetch(urls.storefront + path, { headers: headersOf(options), redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

export async function postPage({ urls }: At, path: string, sent: Readonly<Record<string, string>>, options: RequestOptions = {}) {
  const origin = options.origin === undefined ? urls.storefront : options.origin;
  const answer = await fetch(urls.storefront + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headersOf(options), ...(origin === null ? {} : { origin }) },
    body: new URLSearchParams(sent),
  });
  const [set = ''] = answer.headers.getSetCookie();
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    headers: answer.headers,
    set,
    /** The browser's next Cookie header. */
    cookie: set.split(';')[0] ?? '',
    html: await answer.text(),
  };
}
