// Going back one release, for npm run test:ops: the code from before the newest migration runs on the database that it has changed, takes orders and payments, and
// the newest code goes on afterwards. Needs the repository's history.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../src/infra/paths.ts';
import { openStripe, type StripeWorld } from '../../tests/support/stripe.ts';
import { type Customer, logIn, newCustomer, purchase } from './customers.ts';
import { hasPostgres, type Server, sql, startPrimary, stopAll, urlOf } from './servers.ts';
import { BUILT, production, type ShopProcess, startShop, whenReady } from './shop-process.ts';
import { git, unpackSource } from './source.ts';
import { buildShop, makeReport } from './tools.ts';

const report = makeReport();
const ORDERS = 3;

/** Undefined in a copy without history. */
function commitBeforeNewestMigration(): string | undefined {
  try {
    const newest = git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'migrations/*.sql');
    return git('rev-parse', '--verify', `${newest}^`);
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

async function tryReleases(database: Server, releases: readonly Release[], stripe: StripeWorld): Promise<void> {
  const environment = {
    ...stripe.environment,
    DATABASE_URL: urlOf([database.port]),
    RATE_LIMITS: 'off',
    SECRET_KEYS: production.SECRET_KEYS,
  };
  let customer: Customer | undefined;
  const purchases: string[] = [];
  for (const { name, folder } of releases) {
    const shop = await startShop(environment, BUILT, folder);
    await whenReady(shop);
    customer = customer ? await logIn(shop.url, customer.email) : await newCustomer(shop.url);
    purchases.push(...(await orderAndPay(shop, customer, stripe)));
    const listed = await countOrders(shop, customer);
    report(`${name}: orders and payments`, listed === purchases.length, `${listed} orders are listed`);
    let paid = 0;
    for (let tries = 0; tries < 100 && paid !== purchases.length; tries++) {
      await pause(200);
      paid = Number(
        sql(database, `select count(*) from payment where state = 'paid' and subject_id = any('{${purchases.join()}}')`, 'fanfare'),
      );
    }
    report(`${name}: all are paid`, paid === purchases.length, `${paid} of ${purchases.length}`);
    const faults = shop
      .output()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line));
    report(`${name}: no error in the log`, faults.length === 0, faults.slice(0, 3));
    report(`${name}: stop`, (await shop.stop()) === 0, 'exit code 0');
  }
}

/** The number of results that are not as expected; undefined if something is missing. */
export async function tryRollback(): Promise<number | undefined> {
  const commit = commitBeforeNewestMigration();
  if (!hasPostgres() || commit === undefined) {
    console.log('not run: PostgreSQL 15 is not installed (apt-get install postgresql-15), or this is no git repository with its history');
    return undefined;
  }
  const before = unpackSource(commit);
  const stripe = await openStripe();
  try {
    buildShop();
    buildShop(before);
    const database = await startPrimary();
    const [newest, older] = [{ folder: root }, { folder: before }];
    await tryReleases(
      database,
      [
        { ...newest, name: 'newest release' },
        { ...older, name: `back at ${commit.slice(0, 8)}` },
        { ...newest, name: 'newest release again' },
      ],
      stripe,
    );
    const audit = execFileSync(process.execPath, ['--require', './check-node.cjs', 'scripts/audit.ts'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: urlOf([database.port]) },
    });
    report('the audit finds nothing', true, audit.trim());
  } finally {
    stopAll();
    await stripe.close();
    rmSync(before, { recursive: true, force: true });
  }
  return report.faults();
}
