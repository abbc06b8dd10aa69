// A deployment of another build, for npm run test:ops: an old and a new build in folders of their own behind one balancer, and a page that stays open.
import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { root } from '../../src/infra/paths.ts';
import { launch } from '../../tests/support/browser.ts';
import { balancers } from './balancers.ts';
import { freePort, hasPostgres, type Server, startPrimary, stopAll, urlOf } from './servers.ts';
import { BUILT, production, type ShopProcess, startShop, whenReady } from './shop-process.ts';
import { unpackSource } from './source.ts';
import { buildShop, makeReport } from './tools.ts';

const report = makeReport();

/** Each gets a statement with an effect, so that its chunk and those that import it have other names in the other build. */
const changedFiles = [
  'src/web/layout/header/header.tsx',
  'src/web/features/cart/cart-page.tsx',
  'src/web/features/content/faq-page.tsx',
  'src/web/features/account/login-form.tsx',
  'src/desk/app/entry.tsx',
];
/** The links that a visitor follows on a page of the old build. */
const LINKS = ['/faq', '/contact', '/services', '/account/login'] as const;

type Assets = Readonly<Record<'client' | 'desk', readonly string[]>>;
type Node = { readonly shop: ShopProcess; readonly assets: Assets };
type Deployment = { readonly database: Server; readonly balancer: string };

async function startNode(folder: string, port: number, { database, balancer }: Deployment): Promise<Node> {
  const deskPort = await freePort();
  const environment = {
    ...production,
    SHOP_URL: balancer,
    DESK_URL: `http://localhost:${deskPort}`,
    DATABASE_URL: urlOf([database.port]),
    PORT: String(port),
    DESK_PORT: String(deskPort),
    DRAIN_SECONDS: '2',
  };
  const shop = await startShop(environment, BUILT, folder);
  await whenReady(shop);
  const { id } = (await (await fetch(`${shop.url}/builds/latest.json`)).json()) as { id: string };
  const filesOf = (app: string) => readdirSync(join(folder, 'dist', id, app, 'assets')).filter((name) => !/\.(br|gz)$/.test(name));
  return { shop: { ...shop, deskUrl: `http://localhost:${deskPort}` }, assets: { client: filesOf('client'), desk: filesOf('desk') } };
}

async function askAll(what: string, url: string, names: readonly string[]): Promise<void> {
  const missing: string[] = [];
  for (const name of names) {
    const answer = await fetch(`${url}/assets/${name}`);
    await answer.arrayBuffer();
    if (answer.status !== 200) missing.push(`${name}: ${answer.status}`);
  }
  const some = `${missing.length} of ${names.length} are missing, such as ${missing.slice(0, 3).join(', ')}`;
  report(what, missing.length === 0 && names.length > 0, missing.length === 0 ? `${names.length} files, all there` : some);
}

const others = (mine: readonly string[], theirs: readonly string[]): string[] => theirs.filter((name) => !mine.includes(name));

async function askBoth(old: Node, next: Node, balancer: string): Promise<void> {
  const sides = [
    { node: old, name: 'old', of: next },
    { node: next, name: 'new', of: old },
  ] as const;
  for (const { node, name, of } of sides) {
    await askAll(`${name} node, storefront of the other build`, node.shop.url, others(node.assets.client, of.assets.client));
    await askAll(`${name} node, desk of the other build`, node.shop.deskUrl, others(node.assets.desk, of.assets.desk));
  }
  await askAll('balancer, storefront of both builds', balancer, [...new Set([...old.assets.client, ...next.assets.client])]);
}

/** What goes wrong in this page from now on. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('requestfailed', (request) => faults.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.url()}: ${response.status()}`);
  });
  return faults;
}

/** How many of them were shown without a full load. */
async function followLinks(page: Page): Promise<number> {
  let shown = 0;
  for (const path of LINKS) {
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
    await page.evaluate((href) => document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)?.click(), path);
    await page.waitForURL((url) => url.pathname === path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    shown += Number(await page.evaluate(() => 'isSameDocument' in globalThis));
  }
  return shown;
}

async function deploy(older: string, deployment: Deployment, ports: readonly [number, number]): Promise<void> {
  const old = await startNode(older, ports[0], deployment);
  await pause(1_500);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(deployment.balancer);
    await page.waitForLoadState('networkidle');
    const faults = watch(page);
    const next = await startNode(root, ports[1], deployment);
    report('files with other names', others(old.assets.client, next.assets.client).length > 0, {
      storefront: `${others(old.assets.client, next.assets.client).length} of ${next.assets.client.length}`,
      desk: `${others(old.assets.desk, next.assets.desk).length} of ${next.assets.desk.length}`,
    });
    await pause(1_500);
    await askBoth(old, next, deployment.balancer);
    report('old node: stop', (await old.shop.stop()) === 0, 'exit code 0');
    await askAll('after the deployment, storefront of both builds', deployment.balancer, [...old.assets.client, ...next.assets.client]);
    const shown = await followLinks(page);
    report(
      'a page of the old build goes on',
      faults.length === 0,
      faults.length > 0 ? faults : `${shown} of ${LINKS.length} links without a full load`,
    );
    report('new node: stop', (await next.shop.stop()) === 0, 'exit code 0');
  } finally {
    await browser.close();
  }
}

/** The number of results that are not as expected; undefined if PostgreSQL is missing. */
export async function tryMixedBuilds(): Promise<number | undefined> {
  if (!hasPostgres()) {
    console.log('not run: PostgreSQL 15 is not installed (apt-get install postgresql-15)');
    return undefined;
  }
  const older = unpackSource('HEAD');
  try {
    for (const file of changedFiles) appendFileSync(join(older, file), `\nconsole.debug('${file} of the other build');\n`);
    buildShop();
    buildShop(older);
    const ports = [await freePort(), await freePort()] as const;
    const balancer = await balancers.naive?.(ports.map((port) => `http://127.0.0.1:${port}`));
    if (!balancer) throw new Error('no balancer');
    await deploy(older, { database: await startPrimary(), balancer: balancer.url }, ports);
    await balancer.stop();
  } finally {
    stopAll();
    rmSync(older, { recursive: true, force: true });
  }
  return report.faults();
}
