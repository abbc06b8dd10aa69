// Fanfare, built, as it starts without NODE_ENV: with its own sandbox for payments, and without limits of requests.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { purchase } from '../../scripts/ops/customers.ts';
import { buildShop } from '../../scripts/ops/tools.ts';
import { urlOf } from '../../src/infra/embedded-postgres/find.ts';
import { root } from '../../src/infra/paths.ts';
import { ask, json, PASSWORD, type Peer, type Place } from './peer.ts';

const order = JSON.stringify(purchase);

export const fanfare: Peer = {
  name: 'Fanfare',
  versions: 'this checkout, built',
  prepare: async () => buildShop(),
  command: ({ folder, database, port }) => ({
    args: ['--max-semi-space-size=8', join(root, 'dist/server/main.js')],
    environment: {
      NODE_ENV: 'development',
      DATABASE_URL: urlOf(database).replace('@/', '@localhost/'),
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      DESK_PORT: '0',
      SANDBOX_PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      FILES_FREE_MB: '0',
    },
  }),
  readyPath: '/readyz',
  home: { path: '/' },
  list: () => ({ path: '/api/prices', method: 'POST', body: '{"currency":0}', headers: json }),
  async logIn(place) {
    const email = await register(place);
    const body = JSON.stringify({ email, password: PASSWORD });
    // A known browser: a log-in from a new device also sends a mail.
    const { headers } = await ask(`${place.url}/api/Accounts/login`, { body });
    return {
      path: '/api/Accounts/login',
      method: 'POST',
      body,
      headers: { ...json, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' },
    };
  },
  async customer(place) {
    const body = JSON.stringify({ email: await register(place), password: PASSWORD });
    const { answer } = await ask<{ accessToken: string }>(`${place.url}/api/Accounts/login`, { body });
    const headers = { authorization: `Bearer ${answer.accessToken}` };
    return async () =>
      void (await ask(`${place.url}/api/orders`, { body: order, headers: { ...headers, 'idempotency-key': randomUUID() } }));
  },
  callsOfOrder: 1,
};

async function register({ url }: Place): Promise<string> {
  const email = `${randomUUID()}@shop.example`;
  const account = {
    firstName: 'Ada',
    lastName: 'Sample',
    email,
    agreedToPrivacyPolicy: true,
    password: PASSWORD,
    repeatedPassword: PASSWORD,
  };
  const answer = await fetch(`${url}/api/Accounts/register`, { method: 'POST', headers: json, body: JSON.stringify(account) });
  if (!answer.ok) throw new Error(`register answered ${answer.status}`);
  return email;
}
