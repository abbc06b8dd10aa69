// Incoming email, as a mail provider delivers it.
import { randomUUID } from 'node:crypto';
import type { Shop } from './shop.ts';

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
