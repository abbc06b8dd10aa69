// Invariants that hold after every history, checked through HTTP and pages. Each returns the violations as
// sentences.
import type { Page } from '@playwright/test';
import { showMoney } from '#lib/money/money.ts';
import { taxCategories } from '#modules/orders/statuses.ts';
import { auditBooks } from '../../../src/audit/audit.ts';
import { logIn } from '../accounts.ts';
import { live } from '../journey.ts';
import { getErrors } from '../money.ts';
import { type Whole, whole } from '../pieces.ts';
import { salesInvariants } from './invariants-sales.ts';
import {
  type Customer,
  freePrices,
  freeTitle,
  type Invariant,
  isAsEstimated,
  isRequest,
  isUnpaid,
  lines,
  type Order,
  perPurchase,
  plain,
  shownIn,
  shownInRow,
  shownOnPage,
  stageNames,
  type World,
} from './world.ts';

/** Collects the violations of each order of each customer. */
async function eachOrder(world: World, look: (order: Order, who: Customer) => Promise<readonly string[]>): Promise<string[]> {
  const errors: string[] = [];
  for (const who of world.customers) for (const order of await world.orders(who)) errors.push(...(await look(order, who)));
  return errors;
}

/** Opens the complete order history of a logged-in customer. */
async function openHistory({ shop }: World, page: Page, { email }: Customer): Promise<void> {
  const { token } = await logIn(shop, email);
  await page.context().clock.setFixedTime(shop.clock.now());
  await page.goto(shop.urls.storefront);
  await page.evaluate((accessToken) => localStorage.setItem('accessToken', accessToken), token);
  await page.goto(`${shop.urls.storefront}/cabinet/order-history`);
  await live(page);
  const cards = page.getByRole('article');
  await cards.first().waitFor();
  const older = page.getByRole('button', { name: 'Load older orders' });
  for (let shown = await cards.count(); await older.isVisible(); shown = await cards.count()) {
    await older.click();
    await cards.nth(shown).waitFor();
  }
}

const listOpenRequests = async (page: Page): Promise<string[]> =>
  (await page.requests()).filter((each) => each.timing().responseEnd === -1).map((each) => `${each.method()} ${each.url()}`);

async function sumUnpaid(world: World, who: Customer, purchaseId: string) {
  const orders = (await world.orders(who)).filter((order) => order.purchaseId === purchaseId && isUnpaid(order));
  const { purchasePrice = 0, currency = 0 } = orders[0] ?? {};
  return { sum: orders.reduce((all, { price }) => all + price, 0), purchasePrice, currency };
}

/** Asks for a link. Without the coupon, if its hold has been released and others have used it up since. */
async function payableLink(
  world: World,
  who: Customer,
  { purchaseId, couponReleased }: { readonly purchaseId: string; readonly couponReleased: boolean },
) {
  const { token } = await world.as(who);
  const answer = await world.shop.call('POST /api/orders/pay', { purchaseId }, { token });
  const [status, errors] = getErrors(answer);
  const isUsedUp = couponReleased && status === 400 && Object.hasOwn(errors ?? {}, 'couponCode');
  return isUsedUp ? world.shop.call('POST /api/orders/pay', { purchaseId, withoutCoupon: true }, { token }) : answer;
}

/**
 * When the last piece whose date is known is expected: one that waits for a brief or an answer, or is in
 * review, has none.
 */
const lastKnown = (pieces: Whole['pieces']): string | undefined =>
  pieces
    .flatMap(({ expectedAt, expectedBecause, dueAt }) =>
      expectedAt && expectedBecause !== 'review' && (expectedBecause !== 'paused' || dueAt !== null) ? [expectedAt] : [],
    )
    .sort()
    .at(-1);

const stagedStates: readonly string[] = ['ready', 'inWork', 'inReview', 'revisionAsked'];

const freeUnitPrices = new Map(taxCategories.map((category) => [freeTitle(category), freePrices[category]]));

export const invariants = {
  ...salesInvariants,

  'a piece of a service with stages is in one of them from its payment to its delivery': async (world) => {
    const errors: string[] = [];
    const service = lines.units().offerId;
    for (const who of world.customers)
      for (const { number, offerId, paidAt, pieces } of await world.orders(who))
        for (const { state, stage } of offerId === service ? pieces : []) {
          const isStaged = paidAt !== null && stagedStates.includes(state);
          if (isStaged ? !stageNames.some((name) => name === stage) : stage !== null)
            errors.push(`a piece of ${number} that is ${state} is in the stage ${stage}`);
        }
    return errors;
  },

  'audit finds nothing': async ({ shop }) => (await auditBooks(shop.ctx.db.pool)).map((breach) => JSON.stringify(breach)),

  'every open purchase can be paid at the sum of its orders': async (world) => {
    const errors: string[] = [];
    for (const who of world.customers) {
      for (const [purchaseId, orders] of perPurchase((await world.orders(who)).filter(isUnpaid))) {
        const answer = await payableLink(world, who, { purchaseId, couponReleased: orders.some(({ couponReleased }) => couponReleased) });
        const { sum, purchasePrice, currency } = await sumUnpaid(world, who, purchaseId);
        if (sum !== purchasePrice) errors.push(`purchase ${purchaseId} costs ${purchasePrice}, and its orders ${sum}`);
        const page = answer.body.paymentLink ? await fetch(answer.body.paymentLink) : undefined;
        const shown = plain(showMoney({ amount: purchasePrice, currency }, 'en'));
        if (answer.status !== 200 || page?.status !== 200 || !plain(await page.text()).includes(shown))
          errors.push(`purchase ${purchaseId} of ${shown} cannot be paid: ${answer.status}, its page ${page?.status}`);
      }
    }
    return errors;
  },

  'an order costs each of its units, the surcharge of its platform, and its add-ons': async (world) => {
    const operator = await world.operator();
    const { offers, platformTypes } = (await world.shop.call('POST /api/prices', { currency: 0 })).body;
    return eachOrder(world, async (order) => {
      const { id, number, offerId, title = '', quantity, platform, addOns = [] } = order;
      const offer = offers.find((each) => each.id === offerId);
      let units = 0;
      for (let unit = 1; unit <= quantity; unit++)
        units += offer?.tiers?.findLast(({ from }) => from <= unit)?.unitPrice ?? offer?.unitPrice ?? freeUnitPrices.get(title) ?? 0;
      const percent = platformTypes.find((each) => each.platform === platform)?.surchargePercent ?? 0;
      const extras = addOns.reduce((sum, each) => sum + each.unitPrice * each.quantity, 0);
      const expected = isRequest(order) ? 0 : Math.round((units * (100 + percent)) / 100) + extras;
      const { body: desk } = await operator.call('GET /api/order', { id });
      const isSame = JSON.stringify(desk.order.addOns ?? []) === JSON.stringify(addOns);
      return [
        ...(desk.order.total === expected ? [] : [`order ${number} costs ${desk.order.total}, and what it is made of ${expected}`]),
        ...(isSame ? [] : [`order ${number}: the desk says other add-ons`]),
      ];
    });
  },

  'list, order and desk show the same date, sum and state': async (world) => {
    const operator = await world.operator();
    const { body: queue } = await operator.call('GET /api/queue', { limit: 200 });
    return eachOrder(world, async (order, who) => {
      const one = await whole(world.shop, await world.as(who), order.id);
      const { body: desk } = await operator.call('GET /api/order', { id: order.id });
      const last = lastKnown(one.pieces);
      const told = (of: Pick<Order, 'status' | 'expectedAt' | 'expectedBecause'>) =>
        JSON.stringify([of.status, of.expectedAt, of.expectedBecause]);
      const rows = queue.rows.filter(({ orderId }) => orderId === order.id);
      const pieces = rows.map(({ id, expectedAt }) => [expectedAt, one.pieces.find((piece) => piece.id === id)?.expectedAt]);
      return [
        ...(told(order) === told(one) ? [] : [`order ${order.number}: the list says ${told(order)}, the order ${told(one)}`]),
        ...(told(order) === told(desk.order) ? [] : [`order ${order.number}: the list says ${told(order)}, the desk ${told(desk.order)}`]),
        ...(order.estimatedDeliveryAt === desk.order.estimatedDeliveryAt ? [] : [`order ${order.number}: the desk says another estimate`]),
        ...(order.paidAt === null || last === undefined || last === order.expectedAt
          ? []
          : [`order ${order.number}: it is expected ${order.expectedAt}, and its last piece ${last}`]),
        ...(order.price === desk.order.price && order.purchasePrice === desk.order.purchasePrice
          ? []
          : [`order ${order.number}: the desk says another sum`]),
        ...pieces.flatMap(([atDesk, atCustomer]) =>
          atDesk === atCustomer
            ? []
            : [`order ${order.number}: a piece is expected ${atDesk} at the desk, and ${atCustomer} by its customer`],
        ),
      ];
    });
  },

  'order history page shows the dates and sums of the API': async (world) => {
    const { page } = world;
    if (!page) return [];
    const errors: string[] = [];
    const now = world.shop.clock.now();
    /** One order of each state is opened on its own page too; all of them would take too long. */
    const opened = new Set<string>();
    for (const who of world.customers) {
      const orders = await world.orders(who);
      if (orders.length === 0) continue;
      await openHistory(world, page, who);
      const rows = page.getByRole('article');
      const check = (order: Order, place: string, text: string, expected: readonly string[]) => {
        const { number, status, expectedBecause } = order;
        for (const each of expected)
          if (!plain(text).includes(each))
            errors.push(`the ${place} does not show "${each}" for order ${number} (status ${status}, ${expectedBecause}): ${text}`);
      };
      for (const order of orders) check(order, 'row', await rows.filter({ hasText: order.number }).innerText(), shownInRow(order, now));
      for (const order of orders) {
        const { number, status, expectedBecause, piecesWaiting, inRevision } = order;
        const state = [status, expectedBecause, piecesWaiting > 0, inRevision, order.dispute, isAsEstimated(order)].join(' ');
        if (expectedBecause === null || opened.has(state)) continue;
        opened.add(state);
        await rows.filter({ hasText: number }).getByRole('heading').getByRole('link').click();
        await page.waitForURL(`**/${number}`);
        const main = page.locator('main');
        const expected = shownOnPage(order);
        // Its texts are lazy parts of the page, of which one may come before another. Without them, the page
        // itself is reported, with what it still waits for.
        const waitsFor = await expected
          .reduce((shown, hasText) => shown.filter({ hasText }), main)
          .waitFor()
          .then(
            () => [],
            () => listOpenRequests(page),
          );
        check(order, 'page', [await main.innerText(), ...waitsFor].join('\n'), expected);
        await page.goBack();
        await rows.first().waitFor();
      }
    }
    return errors;
  },

  'newest payment email has the date of the API': async (world) => {
    const errors: string[] = [];
    for (const who of world.customers) {
      const { shop } = world;
      const mails = (await shop.mails(who.email)).filter(({ subject }) => subject.startsWith('Your order is confirmed: '));
      const now = shop.clock.now().getTime();
      for (const [, orders] of perPurchase((await world.orders(who)).filter(({ expectedAt }) => expectedAt !== null))) {
        const mail = mails.find(({ text, at }) => Date.parse(at) === now && orders.some(({ number }) => text.includes(number)));
        for (const { number, expectedAt, expectedBecause } of mail ? orders : [])
          if (expectedAt && expectedBecause !== 'instant' && !plain(mail?.text ?? '').includes(`${shownIn(expectedAt, 'UTC')} UTC`))
            errors.push(`the mail of order ${number} does not say ${shownIn(expectedAt, 'UTC')} UTC (${expectedBecause})`);
      }
    }
    return errors;
  },

  'no work is left undone': async (world) => {
    const { shop } = world;
    const left = await shop.sql<{ what: string; id: string }>(
      `select 'paid and not confirmed' as what, id::text from purchase where state = 'paid' and confirmation_sent_at is null
       union all select 'paid without an invoice', id::text from purchase where state = 'paid' and invoiced_at is null
         and not exists (select from claim where purchase_id = purchase.id and asked is not null)
       union all select 'deposit without a receipt', id::text from deposit where state = 'paid' and price > 0 and receipted_at is null
       union all select 'given back without a credit note', transfer_id::text from billing_document_refund where document_id is null
       union all select 'row that a job cannot handle', task || ' ' || row_id from job_failure
       union all select 'job that was given up', task_identifier from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
       union all select 'refund that was not carried out', id::text from payment_refund refund where state = 'asked' and not exists (
           select from payment_charge charge join payment_dispute using (payment_id) where charge.id = refund.charge_id and decision is null)
       union all select 'payment to be asked for', id::text from payment where poll_at <= $1
       union all select 'open payment of what is over', payment.id::text from payment join purchase on purchase.id = subject_id
         where payment.state = 'open' and payment.purpose = 'purchase' and purchase.state <> 'open'
       union all select 'unpaid for too long', id::text from purchase where state = 'open' and created_at < $1::timestamptz - interval '8 days'`,
      [shop.clock.now()],
    );
    const operator = await world.operator();
    const { body: queue } = await operator.call('GET /api/queue', { limit: 200 });
    const open = new Set(queue.rows.map(({ id }) => id));
    const idle = await eachOrder(world, async (order, who) => {
      if (![2, 3].includes(order.status) || order.dispute) return [];
      const { pieces } = await whole(shop, await world.as(who), order.id);
      return pieces.flatMap(({ id, state, expectedAt }) => {
        const waitsForTurn = isRequest(order) && expectedAt === null;
        const isWorked = stagedStates.includes(state) && !waitsForTurn;
        if (isWorked && expectedAt === null) return [`piece ${id} of ${order.number} is ${state} and expected never`];
        if (isWorked && queue.rows.length < 200 && !open.has(id))
          return [`piece ${id} of ${order.number} is ${state} and in nobody's queue`];
        if (state === 'waiting' && order.piecesWaiting === 0)
          return [`piece ${id} of ${order.number} waits for a brief that nobody asks for`];
        return [];
      });
    });
    return [...left.map(({ what, id }) => `${what}: ${id}`), ...idle];
  },
} as const satisfies Readonly<Record<string, Invariant>>;

export type InvariantName = keyof typeof invariants;
