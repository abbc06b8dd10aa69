// Vendure, as its documents begin: GraphQL, its job queue and its search index in PostgreSQL. A list is its
// search, which reads the index.
import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installPeer, json, OFFERS, PASSWORD, type Peer, type Place, runIn, sendRequest, startPeer, waitForAnswer } from './peer.ts';

const files = join(import.meta.dirname, 'vendure');
const { dependencies } = JSON.parse(readFileSync(join(files, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
const HEAD =
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
const MAX_START_SECONDS = 120;

const search = `{ search(input: { take: ${OFFERS}, groupByProduct: true }) { totalItems items { productId productName slug description
  priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } } } } }`;
const logInAs = (email: string): string =>
  `mutation { login(username: "${email}", password: "${PASSWORD}") { __typename ... on ErrorResult { message } } }`;
const address = 'streetLine1: "Sample Street 1", city: "Oslo", postalCode: "0150", countryCode: "NO"';
const error = '__typename ... on ErrorResult { message }';
const orderCalls = [
  `mutation { addItemToOrder(productVariantId: 1, quantity: 1) { ${error} } }`,
  `mutation { setOrderShippingAddress(input: { ${address} }) { ${error} } }`,
  `mutation { setOrderShippingMethod(shippingMethodId: [1]) { ${error} } }`,
  `mutation { transitionOrderToState(state: "ArrangingPayment") { ${error} } }`,
  `mutation { addPaymentToOrder(input: { method: "by-link", metadata: {} }) { ${error} ... on Order { state code } } }`,
];

type Answer = { readonly data?: Record<string, { readonly message?: string; readonly totalItems?: number }>; readonly errors?: unknown };

export const vendure: Peer = {
  name: 'Vendure',
  versions: `@vendure/core ${dependencies['@vendure/core']}`,
  async prepare(place) {
    const { folder, url } = place;
    cpSync(files, folder, { recursive: true });
    await installPeer(folder);
    const products = Array.from({ length: OFFERS }, (_, place) => place + 1);
    const rows = products.map(
      (n) => `Service ${n},service-${n},A text about service ${n},,,,,sku-${n},${49 + n}.00,standard,1000000,false,,`,
    );
    writeFileSync(join(folder, 'products.csv'), [HEAD, ...rows].join('\n'));
    await runIn(folder, ['server.cjs'], { ...toEnvironment(place), PEER_CREATE: '1', PEER_PRODUCTS: join(folder, 'products.csv') });
    const server = startPeer(folder, ['server.cjs'], toEnvironment(place));
    try {
      await waitForAnswer(server, `${url}/health`, folder, MAX_START_SECONDS);
      const token = await readSessionToken(
        place,
        `mutation { login(username: "admin", password: "${PASSWORD}") { __typename } }`,
        'admin-api',
      );
      await sendQuery(place, 'mutation { reindex { id } }', { token, api: 'admin-api' });
      for (let tries = 0; (await sendQuery(place, search)).data?.search?.totalItems !== OFFERS; tries++) {
        if (tries > MAX_START_SECONDS) throw new Error('its search index stays empty');
        await pause(1_000);
      }
    } finally {
      server.kill();
    }
  },
  command: (place) => ({ args: ['server.cjs'], environment: toEnvironment(place) }),
  readyPath: '/health',
  list: () => toRequest(search),
  logIn: async (place) => toRequest(logInAs(await register(place))),
  async customer(place) {
    const token = await readSessionToken(place, logInAs(await register(place)));
    return async () => {
      for (const call of orderCalls) await sendQuery(place, call, { token });
    };
  },
  callsOfOrder: orderCalls.length,
};

const toEnvironment = ({ database, port }: Place): Record<string, string> => ({
  PEER_DATABASE: JSON.stringify(database),
  PEER_PORT: String(port),
  PEER_ADMIN: PASSWORD,
});

const toRequest = (text: string) => ({ path: '/shop-api', method: 'POST' as const, body: JSON.stringify({ query: text }), headers: json });

async function sendQuery(place: Place, text: string, { token = '', api = 'shop-api' } = {}): Promise<Answer> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const { answer } = await sendRequest<Answer>(`${place.url}/${api}`, { body: JSON.stringify({ query: text }), headers });
  const refused = Object.values(answer.data ?? {}).find(({ message }) => message);
  if (answer.errors || refused) throw new Error(`${text} answered ${JSON.stringify(answer)}`);
  return answer;
}

async function readSessionToken({ url }: Place, text: string, api = 'shop-api'): Promise<string> {
  const { headers } = await sendRequest(`${url}/${api}`, { body: JSON.stringify({ query: text }) });
  return headers.get('vendure-auth-token') ?? '';
}

async function register(place: Place): Promise<string> {
  const email = `${randomUUID()}@shop.example`;
  const input = `emailAddress: "${email}", firstName: "Ada", lastName: "Sample", password: "${PASSWORD}"`;
  await sendQuery(place, `mutation { registerCustomerAccount(input: { ${input} }) { ${error} } }`);
  return email;
}
