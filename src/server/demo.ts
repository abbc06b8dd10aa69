// Seeds the demo customer's last six weeks through the modules with their clock set back: an order in each
// status, a balance with its statement, a monthly bundle. Outside production only; once. In a child process,
// because the code that it compiles would stay in the server's memory.

import { getDecimals } from '#lib/money/money.ts';
import type { Operator } from '#lib/people/operator.ts';
import { UserError } from '#lib/user-error.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import { findOpen } from '#modules/payments/queries.ts';
import { type Payments, recordCharge } from '#modules/payments/record-charge.ts';
import { type RenewalDeps, renewDue } from '#modules/subscriptions/renewals.ts';
import type { WalletModule } from '#modules/wallet/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { toDatabaseAccess } from '#platform/database/check-database.ts';
import { closeDb, transaction } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { makeLog } from '#platform/logging/log.ts';
import { createModules, type ModulesOptions } from '../app.ts';
import { enterPastCharge } from '../sandbox/bank/bank.ts';
import { createCommerce } from './commerce.ts';
import { type DemoSource, readDemoSource } from './demo-source.ts';
import { type DemoWork, findWithoutOrders } from './open-demo.ts';

/** The modules with their clock set to a past time. */
type DemoModules = {
  readonly checkout: RenewalDeps;
  readonly paying: Payments;
  readonly wallet: WalletModule;
  readonly orders: OrdersModule;
  readonly fulfilment: FulfilmentModule;
};
type OpenModulesAt = (ctx: AppContext) => Promise<DemoModules>;

const DAY_MS = 86_400_000;
const billing = {
  firstName: 'Demo',
  lastName: 'Customer',
  country: 'NO',
  city: 'Sampletown',
  address: '1 Sample Street',
  state: '',
  zipCode: '0000',
  agreedToPP_TOS: true as const,
};
const browser = {
  javascriptEnabled: true,
  acceptLanguage: 'en',
  screenWidth: 1280,
  screenHeight: 800,
  timeZone: 0,
  userAgent: 'Sample/1.0',
};

type DemoChange = NonNullable<DemoSource['orders']['accepted']>['change'];
type DemoOrder = NonNullable<DemoSource['orders']['paid']>;

/** The operator of the demo shop. */
const demoOperator: Operator = { id: 'demo', name: 'Mira Sample' };

/** The work of the child process. */
export async function work({ email, config, access }: DemoWork): Promise<void> {
  await seedDemo({ config, ...toDatabaseAccess(config, access), log: makeLog({ level: 'silent', readable: false }) }, email);
}

export async function seedDemo(options: ModulesOptions, email: string): Promise<void> {
  const modules = await createModules(options);
  const { ctx, plugins } = modules;
  try {
    await seedOrders(ctx, email, async (then) => {
      const checkout = await createCommerce(then, { ...modules, plugins: { ...plugins, openProviders: async () => [] } });
      return { checkout, ...checkout };
    });
  } finally {
    modules.stop();
    await closeDb(ctx.db);
  }
}

async function seedOrders(ctx: AppContext, email: string, openModulesAt: OpenModulesAt): Promise<void> {
  const accountId = await findWithoutOrders(ctx.db.orm, email);
  if (accountId === undefined) return;
  const source = await readDemoSource(ctx.config.shopDir);
  if (!source) return;
  const now = ctx.clock.now().getTime();
  const at = (daysAgo: number): Promise<Seeder> =>
    createSeeder({ ...ctx, clock: { now: () => new Date(now - daysAgo * DAY_MS) } }, openModulesAt, { accountId, answers: source.answers });
  const { accepted, monthly, cancelled, inWork, paid, unpaid } = source.orders;

  const start = await at(41);
  await start.fill(21_000);
  const [done] = await start.buy(accepted);
  if (accepted && done !== undefined) {
    await start.take(done);
    await (await at(40)).deliver(done, accepted.first, accepted.why);
    await (await at(39)).revise(done, accepted.change);
    await (await at(38.5)).deliver(done, accepted.second, accepted.why);
    await (await at(38)).accept(done);
  }
  await (await at(34)).buy(monthly);
  const twentyDaysAgo = await at(20);
  await twentyDaysAgo.cancel(await twentyDaysAgo.buy(cancelled));
  // A month later the balance is too low for the subscription: a reminder, then payment by link.
  for (let daysAgo = 9; daysAgo >= 2; daysAgo--) await (await at(daysAgo)).renew();
  const yesterday = await at(1);
  await yesterday.fill(20_000);
  const [begun] = await yesterday.buy(inWork);
  if (inWork && begun !== undefined) {
    await yesterday.take(begun);
    await yesterday.say(begun, inWork.message);
  }
  const today = await at(0);
  await today.buy(paid);
  await today.buy(unpaid, false);
  // Update the desk's reports now instead of within the hour.
  await enqueue(ctx.db.orm, 'desk.aggregateReports', {});
}

type Seeder = Awaited<ReturnType<typeof createSeeder>>;

type Customer = { readonly accountId: string; readonly answers: DemoSource['answers'] };

async function createSeeder(ctx: AppContext, openModulesAt: OpenModulesAt, { accountId, answers }: Customer) {
  const { checkout, paying, wallet, orders, fulfilment } = await openModulesAt(ctx);
  const [currency = 0] = checkout.catalogue.currencies().sold;
  const { desk } = fulfilment;
  const getFirstPiece = async (orderId: string) => (await orders.whole(accountId, orderId, 'en')).pieces[0]?.id ?? '';
  const buyer = { accountId, address: '127.0.0.1', locale: 'en', blockedAt: null } as const;
  const now = ctx.clock.now();
  return {
    /** Charged in the bank's books too, and recorded as the bank's webhook would report it. */
    async fill(wanted: number): Promise<void> {
      const { least = 0, most = 0 } = (await wallet.funds(accountId)).currencies.find((each) => each.currency === currency) ?? {};
      const amount = Math.min(Math.max(wanted * 10 ** Math.max(0, getDecimals(currency) - 2), least), most);
      const { depositId } = await wallet.deposit(
        buyer,
        { ...billing, ...browser, currency, price: amount, depositAmount: amount },
        undefined,
      );
      const payment = await findOpen(ctx.db.orm, depositId);
      if (payment?.provider !== 'sandbox') throw new Error('the demo shop has no test bank');
      const { id: paymentId, provider, description, linkExpiresAt: expiresAt } = payment;
      const charge = { paymentId, amount, currency };
      const reference = await enterPastCharge(ctx.db.orm, { ...charge, description, expiresAt, at: now });
      await recordCharge(paying, provider, { ...charge, reference }, now);
    },
    /**
     * Empty if the owner's catalogue does not sell it so, or the balance is too low: the demo goes on without
     * this order.
     */
    async buy(order: DemoOrder | undefined, payFromBalance = true): Promise<readonly string[]> {
      if (!order) return [];
      const platform = checkout.catalogue.current().platforms.find(({ key }) => key === order.platform)?.platform ?? null;
      const line = { offerId: order.offer, quantity: 1, platform, answers: { ...answers, ...order.answers } };
      const cart = { currency, orderFormData: [line] };
      try {
        const { price } = await orders.quote(buyer, cart);
        return (await orders.place(buyer, { ...billing, ...cart, price, payFromBalance, startNow: true }, undefined)).orderIds;
      } catch (cause) {
        if (cause instanceof UserError) return [];
        throw cause;
      }
    },
    async cancel([orderId]: readonly string[]): Promise<void> {
      if (orderId !== undefined) await orders.cancel(accountId, { orderId, refundTo: 'balance' });
    },
    async take(orderId: string): Promise<void> {
      const pieceId = await getFirstPiece(orderId);
      await transaction(ctx.db, (tx) => desk.take(tx, demoOperator, pieceId));
    },
    async say(orderId: string, text: string): Promise<void> {
      const pieceId = await getFirstPiece(orderId);
      await transaction(ctx.db, (tx) => desk.say(tx, demoOperator, { pieceId, text, waits: false }));
    },
    async deliver(orderId: string, text: string, why: string): Promise<void> {
      const pieceId = await getFirstPiece(orderId);
      const { draft } = await desk.piece(pieceId);
      const { version } = await transaction(ctx.db, (tx) =>
        desk.saveDraft(tx, demoOperator, { pieceId, version: draft?.version ?? 0, text }),
      );
      const review = await desk.review(pieceId);
      await transaction(ctx.db, (tx) => desk.deliver(tx, demoOperator, { pieceId, version, why }, review));
    },
    async revise(orderId: string, { note, passage, mark }: DemoChange): Promise<void> {
      const { deliveries } = await desk.piece(await getFirstPiece(orderId));
      const { id = '', text = '' } = deliveries.at(-1) ?? {};
      const from = text.indexOf(passage);
      const marks = [{ from, to: from + passage.length, note: mark }];
      await fulfilment.revise(accountId, { deliveryId: id, note, marks, pins: [], timeMarks: [] });
    },
    async accept(orderId: string): Promise<void> {
      const { deliveries } = await desk.piece(await getFirstPiece(orderId));
      await fulfilment.accept(accountId, deliveries.at(-1)?.id ?? '');
    },
    renew: () => renewDue(checkout, new AbortController().signal),
  };
}
