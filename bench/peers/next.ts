// A storefront of Next's documents: server components, route handlers, one pool of pg. It does the least that
// a shop can do, so it shows what the framework costs.
import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { installPeer, json, OFFERS, PASSWORD, type Peer, type Place, runIn, sendRequest } from './peer.ts';

const files = join(import.meta.dirname, 'next');
const { dependencies } = JSON.parse(readFileSync(join(files, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
const NEXT = 'node_modules/next/dist/bin/next';

const tables = `
  create table service (id integer primary key, name text not null, about text not null, price integer not null);
  create table customer (id serial primary key, email text not null unique, salt bytea not null, hash bytea not null);
  create table session (token uuid primary key, customer_id integer not null references customer);
  create table purchase (id bigserial primary key, customer_id integer not null references customer, price integer not null, created_at timestamptz not null default now());
  create table purchase_line (id bigserial primary key, purchase_id bigint not null references purchase, service_id integer not null references service,
    quantity integer not null, answers jsonb not null);
  insert into service select n, 'Service ' || n, 'A text about service ' || n, 4900 + 100 * n from generate_series(1, ${OFFERS}) n`;

export const next: Peer = {
  name: 'Next',
  versions: `next ${dependencies.next}, react ${dependencies.react}`,
  async prepare(place) {
    const { folder, database } = place;
    cpSync(files, folder, { recursive: true });
    await installPeer(folder);
    await withDatabase(database, (client) => client.query(tables));
    await runIn(folder, [NEXT, 'build'], toEnvironment(place));
  },
  command: (place) => ({ args: [NEXT, 'start', '-p', String(place.port), '-H', '127.0.0.1'], environment: toEnvironment(place) }),
  readyPath: '/api/services',
  home: { path: '/' },
  list: () => ({ path: '/api/services' }),
  async logIn(place) {
    return {
      path: '/api/login',
      method: 'POST',
      body: JSON.stringify({ email: await register(place), password: PASSWORD }),
      headers: json,
    };
  },
  async customer(place) {
    const credentials = JSON.stringify({ email: await register(place), password: PASSWORD });
    const { token } = (await sendRequest<{ token: string }>(`${place.url}/api/login`, { body: credentials })).answer;
    const body = JSON.stringify({ serviceId: 1, quantity: 1, answers: { facts: 'A bakery in a side street. '.repeat(10) } });
    return async () => void (await sendRequest(`${place.url}/api/orders`, { body, headers: { authorization: `Bearer ${token}` } }));
  },
  callsOfOrder: 1,
};

const toEnvironment = ({ database }: Place): Record<string, string> => ({
  PEER_DATABASE: JSON.stringify(database),
  NEXT_TELEMETRY_DISABLED: '1',
});

async function register({ database }: Place): Promise<string> {
  const email = `${randomUUID()}@shop.example`;
  const salt = randomBytes(16);
  const values = [email, salt, scryptSync(PASSWORD, salt, 64)];
  await withDatabase(database, (client) => client.query('insert into customer (email, salt, hash) values ($1, $2, $3)', values));
  return email;
}

async function withDatabase(database: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  await work(client);
  await client.end();
}
