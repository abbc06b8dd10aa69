// Subscriptions that come with a move: whether this shop can go on with them, and from when. Until the day of
// the first charge here, the system before charges; from then on, this shop alone.

import { formatDecimal, getCurrencyCode } from '#lib/money/money.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import { findMeansOwners, upsertMeans } from '#modules/payments/queries-means.ts';
import { insertSubscriptions } from '#modules/subscriptions/queries.ts';
import { postponeForNotice } from '#modules/subscriptions/rules.ts';
import type { DbClient } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import type { MoveDeps } from './deps.ts';
import { indexClients, type MovedClients, type ParsedMove } from './parse-files.ts';
import { findMovedOffers, findStripeCustomers, insertMovedSubscriptions } from './queries-in.ts';
import type { Findings } from './rules.ts';

type SubscriptionRow = ParsedMove['subscriptions'][number];
type Accounts = ReadonlyMap<string, string>;

const STRIPE = 'stripe';

/** Of a row, else of its client. */
function findCustomerId(row: SubscriptionRow, clients: MovedClients, known: ReadonlyMap<string, string>, accounts: Accounts): string {
  const key = normalizeEmail(row.email);
  return row.stripeCustomerId || clients.get(key)?.stripeCustomerId || known.get(accounts.get(key) ?? '') || '';
}

const getFirstCharge = ({ nextAt }: SubscriptionRow, now: Date) =>
  postponeForNotice({ renewsAt: nextAt, anchorDay: nextAt.getUTCDate() }, now);

export async function checkSubscriptions(deps: MoveDeps, from: DbClient, move: ParsedMove, accounts: Accounts, findings: Findings) {
  const now = deps.ctx.clock.now();
  const clients = indexClients(move);
  const ids = [...accounts.values()];
  const [customers, offers] = [await findStripeCustomers(from, ids), await findMovedOffers(from, ids)];
  const owners = new Map(
    await findMeansOwners(
      from,
      STRIPE,
      move.subscriptions.map(({ stripePaymentMethodId: id }) => id),
    ),
  );
  for (const row of move.subscriptions) {
    const { line, email, offerId, stripePaymentMethodId: means, nextAt } = row;
    const key = normalizeEmail(email);
    const refuse = (field: string, error: string) => void findings.errors.push({ file: 'subscriptions.csv', line, field, error });
    const warn = (field: string, warning: string) => void findings.warnings.push({ file: 'subscriptions.csv', line, field, warning });
    checkOffer(deps, row, refuse);
    if (nextAt <= now) refuse('nextAt', 'The next charge is in the past. Write the day of the first charge that this shop makes.');
    if (offers.has(`${accounts.get(key)} ${offerId}`)) refuse('offerId', `${email} has this subscription from an earlier move.`);
    if (means !== '') {
      if (findCustomerId(row, clients, customers, accounts) === '')
        refuse('stripeCustomerId', 'A saved means needs its customer at Stripe.');
      const owner = owners.get(means);
      if (owner !== undefined && owner !== (accounts.get(key) ?? key)) refuse('stripePaymentMethodId', 'Another customer has this means.');
      owners.set(means, accounts.get(key) ?? key);
      if (!deps.isStripeConnected) warn('stripePaymentMethodId', 'Stripe is not connected: until it is, the customer pays by a link.');
    }
    const { renewsAt } = getFirstCharge(row, now);
    if (renewsAt > nextAt)
      warn('nextAt', `The first charge moves to ${renewsAt.toISOString().slice(0, 10)}: clients are told two days before.`);
    const money = { amount: formatDecimal({ amount: row.price, currency: row.currency }), currency: getCurrencyCode(row.currency) };
    findings.firstCharges.push({ line, email, offerId, at: renewsAt.toISOString(), ...money, by: means === '' ? 'link' : row.meansKind });
  }
}

function checkOffer({ catalogue }: MoveDeps, row: SubscriptionRow, refuse: (field: string, error: string) => void): void {
  const { offers, services, currencies } = catalogue.current();
  const offer = offers.find(({ id }) => id === row.offerId);
  const service = services.find(({ type }) => type === offer?.serviceType);
  if (!offer || service?.interval !== 'month') {
    refuse('offerId', `This shop has no subscription ${row.offerId}.`);
    return;
  }
  if (row.quantity < offer.minQuantity || row.quantity > offer.maxQuantity)
    refuse('quantity', `Use a quantity from ${offer.minQuantity} to ${offer.maxQuantity}.`);
  const platforms: readonly number[] = offer.plan ? [] : service.platforms;
  if (row.platform === null ? platforms.length > 0 : !platforms.includes(row.platform))
    refuse('platform', platforms.length === 0 ? 'Leave it empty: this offer has no platforms.' : `Use one of ${platforms.join(', ')}.`);
  if (!currencies.sold.includes(row.currency)) refuse('currency', 'This shop does not sell in this currency.');
}

type Write = { readonly id: string; readonly now: Date };

/** Active from the beginning: the paid period ends with the day of the first charge here. */
export async function writeSubscriptions(tx: DbClient, move: ParsedMove, accounts: Accounts, { id: runId, now }: Write): Promise<void> {
  const clients = indexClients(move);
  const customers = await findStripeCustomers(tx, [...accounts.values()]);
  const rows = [];
  for (const [index, row] of move.subscriptions.entries()) {
    const accountId = accounts.get(normalizeEmail(row.email)) ?? '';
    const { offerId, quantity, platform, currency, price, meansKind: kind, stripePaymentMethodId: reference } = row;
    const customer = findCustomerId(row, clients, customers, accounts);
    const unknown = { kind, brand: kind === 'debit' ? 'SEPA' : 'Card', last4: '', expires: null, savedAt: now };
    const means = reference && (await upsertMeans(tx, { id: newId(now), accountId, provider: STRIPE, customer, reference, ...unknown }));
    rows.push({
      ...{ id: newId(now, index), accountId, offerId, quantity, platform, currency, price, answers: {}, addOns: [], createdAt: now },
      ...{ state: 'active' as const, renewsAt: row.nextAt, anchorDay: row.nextAt.getUTCDate(), reminded: false },
      ...(means ? { meansId: means.id, agreedPrice: price } : {}),
    });
  }
  await insertSubscriptions(tx, rows);
  await insertMovedSubscriptions(
    tx,
    rows.map(({ id: subscriptionId, accountId }) => ({ subscriptionId, accountId, runId })),
  );
}
