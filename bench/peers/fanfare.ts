// Fanfare, built, as it starts without NODE_ENV: with its own sandbox for payments, and without limits of
// requests.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { root } from '#platform/paths.ts';
import { CUSTOMER_PASSWORD, createCustomer, purchase, registerCustomer } from '../../ops/lab/customers.ts';
import { buildShop } from '../../ops/lab/tools.ts';
import { json, type Peer, sendRequest } from './peer.ts';

const order = JSON.stringify(purchase);

export const fanfare: Peer = {
  name: 'Fanfare',
  versions: 'this checkout, built',
  prepare: async () => buildShop(),
  command: ({ folder, database, port }) => ({
    args: ['--max-semi-space-size=8', join(root, 'dist/server/main.js')],
    environment: {
      NODE_ENV: 'development',
      DATABASE_URL: formatConnectionUrl(database),
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
    const body = JSON.stringify({ email: await registerCustomer(place.url), password: CUSTOMER_PASSWORD });
    // A known browser: a log-in from a new device also sends a mail.
    const { headers } = await sendRequest(`${place.url}/api/Accounts/login`, { body });
    return {
      path: '/api/Accounts/login',
      method: 'POST',
      body,
      headers: { ...json, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' },
    };
  },
  async customer(place) {
    const { token } = await createCustomer(place.url);
    const headers = { authorization: `Bearer ${token}` };
    return async () =>
      void (await sendRequest(`${place.url}/api/orders`, { body: order, headers: { ...headers, 'idempotency-key': randomUUID() } }));
  },
  callsOfOrder: 1,
};
