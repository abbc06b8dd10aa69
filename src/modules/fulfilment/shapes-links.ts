// Links as deliverables: what lies with a host of files instead of here. Only the address is stored. Pure.
import * as z from 'zod/mini';
import { isHttpsAddress } from '#lib/https-address.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import type { DeliveredLink } from '#modules/orders/shapes.ts';

const messages = {
  url: /*i18n*/ { id: 'brief.url', message: 'Enter a full address that starts with https://.' },
} as const satisfies Record<string, Message>;

const MAX_CHARS = 2_048;
const MAX_LINKS = 20;

/** In the form that browsers show: a host with foreign letters can not look like another. */
const linkShape = z.pipe(
  z.string().check(z.trim(), z.maxLength(MAX_CHARS), z.refine(isHttpsAddress, withMessage(messages.url))),
  z.transform((address) => new URL(address).href),
);
export const linksShape = z.pipe(
  z.array(linkShape).check(z.maxLength(MAX_LINKS)),
  z.transform((links) => [...new Set(links)]),
);

/** With their subdomains. */
const hosts = [
  ['drive.google.com', 'Google Drive'],
  ['docs.google.com', 'Google Drive'],
  ['dropbox.com', 'Dropbox'],
  ['figma.com', 'Figma'],
  ['frame.io', 'Frame.io'],
  ['f.io', 'Frame.io'],
] as const;

export function describeLink(url: string): DeliveredLink {
  const { host } = new URL(url);
  const [, name = null] = hosts.find(([known]) => host === known || host.endsWith(`.${known}`)) ?? [];
  return { url, host, name };
}
