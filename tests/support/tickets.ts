// Messages to the desk, as a browser sends them. Each comes from an address of its own, so that no test meets the limit of another.
import { randomBytes } from 'node:crypto';

/** Every request says where it comes from, as if it came through a proxy. */
export const environment = { TRUSTED_PROXIES: '127.0.0.1,::1' } as const;

export const somewhere = (): string => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::7`;
export const somebody = (): string => `guest-${randomBytes(6).toString('hex')}@shop.example`;
export const asked = (more: object = {}) => ({ name: 'Anna', email: somebody(), message: 'Where is my order?', ...more });

type Refused = { readonly title: string; readonly detail?: string; readonly errors?: Readonly<Record<string, string[]>> };
type Kept = { readonly ticketNumber: string };

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
