// What may be entered as a connection, and how it is written and shown. Pure.
import { type FieldMessages, type Message, UserError } from '#lib/user-error.ts';
import type { MailConnection, PaymentConnection } from './shapes.ts';

const messages = {
  host: /*i18n*/ { id: 'connections.host', message: 'Enter the name of the mail server, such as smtp.your-provider.com.' },
  encrypted: /*i18n*/ { id: 'connections.encrypted', message: 'Choose an encrypted connection: emails have links that open accounts.' },
  secretKey: /*i18n*/ {
    id: 'connections.secretKey',
    message: 'Enter a secret or restricted key of Stripe, such as sk_live_… or rk_live_….',
  },
  testKey: /*i18n*/ { id: 'connections.testKey', message: 'This is a test key: it takes no real payments.' },
  liveKey: /*i18n*/ { id: 'connections.liveKey', message: 'This key charges real cards. Use a test key outside production.' },
  webhookSecret: /*i18n*/ {
    id: 'connections.webhookSecret',
    message: 'Enter the signing secret of the webhook, which begins with whsec_.',
  },
} as const satisfies Record<string, Message>;

const throwIfErrors = (errors: Readonly<Record<string, Message | false>>): void => {
  const found = Object.entries(errors).flatMap(([field, message]): [string, FieldMessages[string]][] =>
    message ? [[field, [message]]] : [],
  );
  if (found.length > 0) throw new UserError(400, Object.fromEntries(found));
};

const localHosts = ['localhost', '127.0.0.1', '::1'];

export function checkMailConnection({ host, security }: MailConnection, { production }: { readonly production: boolean }): void {
  throwIfErrors({
    host: !/^[\w.-]+$|^[0-9a-f:]+$/i.test(host) && messages.host,
    security: production && security === 'none' && !localHosts.includes(host) && messages.encrypted,
  });
}

export function checkPaymentConnection(connection: PaymentConnection, { production }: { readonly production: boolean }): void {
  const mode = /^[sr]k_(test|live)_\w+$/.exec(connection.secretKey)?.[1];
  throwIfErrors({
    secretKey:
      (mode === undefined && messages.secretKey) ||
      (production && mode === 'test' && messages.testKey) ||
      (!production && mode === 'live' && messages.liveKey),
    webhookSecret: !/^whsec_[\w+/=]+$/.test(connection.webhookSecret) && messages.webhookSecret,
  });
}

export function formatSmtpUrl({ host, port, security, user, password }: MailConnection): string {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : '';
  const name = host.includes(':') ? `[${host}]` : host;
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${name}:${port}${security === 'starttls' ? '?requireTLS=true' : ''}`;
}

/** "smtp.example:465, shop" */
export function describeSmtpUrl(smtpUrl: string): string {
  const { host, username } = new URL(smtpUrl);
  return username ? `${host}, ${decodeURIComponent(username)}` : host;
}

/** "live key …a1b2" */
export const describeKey = (secretKey: string): string => `${secretKey.includes('k_live_') ? 'live' : 'test'} key …${secretKey.slice(-4)}`;
