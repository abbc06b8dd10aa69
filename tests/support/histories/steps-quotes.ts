// Steps of a history: quotes, what their clients decide, and the rest after an advance.

import { accept, DAY_MS, postQuote } from '../quotes.ts';
import { accountId } from '../rows/accounts.ts';
import { freeLine, WHY } from '../sales.ts';
import type { Carry } from './kinds.ts';
import { type Customer, freePrices, freeTitle, listClaims, one, taken, type World } from './world.ts';

type QuoteStep = 'quote' | 'decideQuote' | 'invoiceRest';

const address = { country: 'DE', city: 'Berlin', address: 'Street 1', zipCode: '10115' };
const free = (category: keyof typeof freePrices) =>
  freeLine({ title: freeTitle(category), unitPrice: freePrices[category], taxCategory: category });

async function findQuotes(world: World, who: number) {
  const customerId = await accountId(world.shop, (world.customers[who] as Customer).email);
  const { body } = await (await world.operator()).call('GET /api/quotes', { customerId });
  return { customerId, quotes: body.quotes };
}

const validUntil = ({ shop }: World) => new Date(shop.clock.now().getTime() + 3 * DAY_MS).toISOString();

export const carryQuotes: Pick<Carry, QuoteStep> = {
  async quote(world, { who, lines, options, ...terms }) {
    const customerId = await accountId(world.shop, (world.customers[who] as Customer).email);
    const request = { client: { customerId }, currency: 0 as const, lines: lines.map(free), options: options.map(free), ...terms };
    taken(await (await world.operator()).call('POST /api/quotes/create', { ...request, validUntil: validUntil(world) }));
  },
  async decideQuote(world, { who, index, how, option }) {
    const { shop } = world;
    const found = one((await findQuotes(world, who)).quotes, index);
    if (!found) return;
    const manager = await world.operator();
    const { link, versions } = (await manager.call('GET /api/quote', { id: found.id })).body;
    const [newest] = versions;
    if (!link || !newest) return;
    const version = String(found.version);
    const click = () => accept(shop, link, { version, ...address, ...(option && newest.options.length > 0 ? { option: '0' } : {}) });
    if (how === 'accept') await click();
    if (how === 'acceptTwice') await Promise.all([click(), click(), postQuote(shop, link, { decline: 'on' })]);
    if (how === 'decline') await postQuote(shop, link, { decline: 'on', reason: WHY });
    if (how === 'withdraw') taken(await manager.call('POST /api/quotes/withdraw', { id: found.id, reason: WHY }));
    if (how === 'revise') {
      const terms = { currency: 0 as const, lines: [free('standard')], validUntil: validUntil(world), advancePercent: 50 };
      const revise = manager.call('POST /api/quotes/revise', { id: found.id, version: found.version, ...terms });
      const [revised] = await Promise.all([revise, click()]);
      taken(revised);
    }
  },
  async invoiceRest(world, { who, index }) {
    const claim = one(await listClaims(world, world.customers[who] as Customer), index);
    if (claim) taken(await (await world.operator()).call('POST /api/invoices/rest', { purchaseId: claim.purchaseId }));
  },
};
