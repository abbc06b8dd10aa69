// An upgrade and the way back: the code from before the newest migration sells with an owner's folder, the
// newest code starts beside it on the same database and folder, and so back and again. Needs the repository's
// history.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '#platform/paths.ts';
import { openStripe, type StripeWorld } from '../../tests/support/stripe.ts';
import { type Customer, createCustomer, logIn, purchase } from './customers.ts';
import { formatUrl, runSql, type Server, startPrimary } from './servers.ts';
import { BUILT, production, type ShopProcess, startShop, waitUntilReady } from './shop-process.ts';
import { buildShop, checkBooks, type Report } from './tools.ts';

const ORDERS = 3;

const runGit = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The source of a commit in a folder of its own, with the packages of this one. */
function unpackSource(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-ops-source-'));
  execFileSync('sh', ['-c', `git archive ${commit} | tar --extract --directory ${folder}`], { cwd: root });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Undefined in a copy without history. */
function commitBeforeNewestMigration(): string | undefined {
  try {
    const newest = runGit('log', '--diff-filter=A', '--format=%H', '-1', '--', 'migrations/*.sql');
    return runGit('rev-parse', '--verify', `${newest}^`);
  } catch {
    return undefined;
  }
}

async function orderAndPay({ url }: ShopProcess, { token }: Customer, stripe: StripeWorld): Promise<string[]> {
  const purchases: string[] = [];
  for (let each = 0; each < ORDERS; each++) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
    const answer = await fetch(`${url}/api/orders`, { method: 'POST', headers, body: JSON.stringify(purchase) });
    const { purchaseId, paymentLink } = (await answer.json()) as { purchaseId: string; paymentLink: string | null };
    if (answer.status !== 200 || paymentLink === null) throw new Error(`no order: ${answer.status}`);
    const told = await stripe.tell(url, stripe.pay(paymentLink));
    if (told !== 204) throw new Error(`no payment: ${told}`);
    purchases.push(purchaseId);
  }
  return purchases;
}

async function countOrders({ url }: ShopProcess, { token }: Customer): Promise<number> {
  const answer = await fetch(`${url}/api/orders?limit=50`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as readonly unknown[]).length;
}

type Release = { readonly name: string; readonly folder: string };
type Environment = Parameters<typeof startShop>[0];

/** Each release starts beside the one before it, which sells on the same database until it is stopped. */
async function tryReleases(report: Report, database: Server, releases: readonly Release[], environment: Environment, stripe: StripeWorld) {
  let customer: Customer | undefined;
  let former: { readonly name: string; readonly shop: ShopProcess } | undefined;
  const purchases: string[] = [];

  async function sell(name: string, shop: ShopProcess): Promise<void> {
    customer = customer ? await logIn(shop.url, customer.email) : await createCustomer(shop.url);
    purchases.push(...(await orderAndPay(shop, customer, stripe)));
    const listed = await countOrders(shop, customer);
    report(`${name}: orders and payments`, listed === purchases.length, `${listed} orders are listed`);
    let paid = 0;
    for (let tries = 0; tries < 100 && paid !== purchases.length; tries++) {
      await pause(200);
      paid = Number(
        runSql(database, `select count(*) from payment where state = 'paid' and subject_id = any('{${purchases.join()}}')`, 'fanfare'),
      );
    }
    report(`${name}: all are paid`, paid === purchases.length, `${paid} of ${purchases.length}`);
  }

  async function stop(name: string, shop: ShopProcess): Promise<void> {
    const errors = shop
      .output()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line));
    report(`${name}: no error in the log`, errors.length === 0, errors.slice(0, 3));
    report(`${name}: stop`, (await shop.stop()) === 0, 'exit code 0');
  }

  for (const { name, folder } of releases) {
    const shop = await startShop(environment, BUILT, folder);
    await waitUntilReady(shop);
    await sell(name, shop);
    if (former) {
      await sell(`${former.name}, beside the ${name}`, former.shop);
      await stop(former.name, former.shop);
    }
    former = { name, shop };
  }
  if (former) await stop(former.name, former.shop);
}

export async function tryRollback(report: Report): Promise<void> {
  const commit = commitBeforeNewestMigration();
  if (commit === undefined) throw new Error('this is no git repository with its history');
  const before = unpackSource(commit);
  const stripe = await openStripe();
  try {
    buildShop(before);
    const database = await startPrimary();
    const releases = [
      { name: `older release ${commit.slice(0, 8)}`, folder: before },
      { name: 'newest release', folder: root },
      { name: 'older release again', folder: before },
      { name: 'newest release again', folder: root },
    ];
    const environment = {
      ...stripe.environment,
      DATABASE_URL: formatUrl([database.port]),
      RATE_LIMITS: 'off',
      SECRET_KEYS: production.SECRET_KEYS,
      // The newest release reads the owner's files as the older one wrote them.
      SHOP_DIR: join(before, 'shop'),
    };
    await tryReleases(report, database, releases, environment, stripe);
    checkBooks(formatUrl([database.port]), report);
  } finally {
    await stripe.close();
    rmSync(before, { recursive: true, force: true });
  }
}
