// Medusa with its defaults for one process: events, workflows and locks in memory, prices and products in PostgreSQL.
import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, install, json, OFFERS, PASSWORD, type Peer, type Place, runIn } from './peer.ts';

const files = join(import.meta.dirname, 'medusa');
const { dependencies } = JSON.parse(readFileSync(join(files, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
const MEDUSA = 'node_modules/@medusajs/cli/cli.js';

type Seeded = { readonly key: string; readonly region: string; readonly variant: string };
type Token = { readonly token: string };

export const medusa: Peer = {
  name: 'Medusa',
  versions: `@medusajs/medusa ${dependencies['@medusajs/medusa']}`,
  async prepare(place) {
    const { folder } = place;
    cpSync(files, folder, { recursive: true });
    await install(folder);
    const environment = environmentOf(place);
    await runIn(folder, [MEDUSA, 'db:migrate'], environment);
    await runIn(folder, [MEDUSA, 'exec', './src/scripts/seed.js'], {
      ...environment,
      PEER_COUNT: String(OFFERS),
      PEER_SEEDED: seededIn(folder),
    });
  },
  command: (place) => ({ args: [MEDUSA, 'start', '-p', String(place.port), '-H', '127.0.0.1'], environment: environmentOf(place) }),
  readyPath: '/health',
  list: (place) => ({
    path: `/store/products?region_id=${seedOf(place).region}&limit=${OFFERS}&fields=id,title,handle,description,*variants.calculated_price`,
    headers: keyOf(place),
  }),
  async logIn(place) {
    const { email } = await register(place);
    return { path: '/auth/customer/emailpass', method: 'POST', body: JSON.stringify({ email, password: PASSWORD }), headers: json };
  },
  async customer(place) {
    const { email, token } = await register(place);
    const { region, variant } = seedOf(place);
    const headers = { ...keyOf(place), authorization: `Bearer ${token}` };
    const post = <Answer>(path: string, body: object) => ask<Answer>(place.url + path, { headers, body: JSON.stringify(body) });
    const address = {
      first_name: 'Ada',
      last_name: 'Sample',
      address_1: 'Sample Street 1',
      city: 'Oslo',
      postal_code: '0150',
      country_code: 'no',
    };
    const begun = { region_id: region, email, items: [{ variant_id: variant, quantity: 1 }], shipping_address: address };
    return async () => {
      const { cart } = (await post<{ cart: { id: string } }>('/store/carts', begun)).answer;
      const collection = await post<{ payment_collection: { id: string } }>('/store/payment-collections', { cart_id: cart.id });
      const { id } = collection.answer.payment_collection;
      await post(`/store/payment-collections/${id}/payment-sessions`, { provider_id: 'pp_system_default' });
      const { type } = (await post<{ type: string }>(`/store/carts/${cart.id}/complete`, {})).answer;
      if (type !== 'order') throw new Error(`the cart became ${type}`);
    };
  },
  callsOfOrder: 4,
};

/** All parts of Medusa read the host from the address, and a socket's folder needs to be encoded there. */
const environmentOf = ({ database: { user, password, host, port, database } }: Place): Record<string, string> => ({
  DATABASE_URL: `postgres://${user}${password === undefined ? '' : `:${encodeURIComponent(password)}`}@${encodeURIComponent(host)}:${port}/${database}`,
  MEDUSA_DISABLE_TELEMETRY: 'true',
});

const seededIn = (folder: string): string => join(folder, 'seeded.json');
const seedOf = ({ folder }: Place): Seeded => JSON.parse(readFileSync(seededIn(folder), 'utf8')) as Seeded;
const keyOf = (place: Place) => ({ 'x-publishable-api-key': seedOf(place).key });

/** With the token of a log-in that follows. */
async function register(place: Place): Promise<{ readonly email: string; readonly token: string }> {
  const email = `${randomUUID()}@shop.example`;
  const body = JSON.stringify({ email, password: PASSWORD });
  const made = await ask<Token>(`${place.url}/auth/customer/emailpass/register`, { body });
  const headers = { ...keyOf(place), authorization: `Bearer ${made.answer.token}` };
  await ask(`${place.url}/store/customers`, { body: JSON.stringify({ email, first_name: 'Ada', last_name: 'Sample' }), headers });
  const { token } = (await ask<Token>(`${place.url}/auth/customer/emailpass`, { body })).answer;
  return { email, token };
}
