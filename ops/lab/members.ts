// A shop in several processes (WORKERS), built: a member that ends is replaced by the build of its primary, although a newer one is in the folder.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../src/infra/paths.ts';
import { BUILT, production, startShop, whenReady } from './shop-process.ts';
import { buildShop, type Report } from './tools.ts';

const MAIN = join(root, 'dist/server/main.js');
const BROKEN = "console.log('the newer build'); process.exit(3);\n";

export async function tryMembers(report: Report): Promise<void> {
  buildShop();
  const shop = await startShop({ ...production, WORKERS: '2' }, BUILT);
  const main = readFileSync(MAIN);
  try {
    await whenReady(shop);
    const port = new URL(shop.url).port;
    const members = () =>
      shop
        .output()
        .split('\n')
        .filter((line) => new RegExp(`at http://[^"]*:${port}"`).test(line) && line.startsWith('{'))
        .map((line) => (JSON.parse(line) as { pid: number }).pid);
    for (let tries = 0; tries < 100 && new Set(members()).size < 2; tries++) await pause(100);
    const before = [...new Set(members())];
    report('two members serve', before.length === 2, before);
    writeFileSync(MAIN, BROKEN);
    process.kill(before[1] ?? 0, 'SIGKILL');
    for (let tries = 0; tries < 150 && new Set(members()).size < 3; tries++) await pause(100);
    const isReplaced = new Set(members()).size === 3;
    report(
      'killed member: replaced by the build that its primary runs',
      isReplaced && !shop.output().includes('the newer build'),
      members(),
    );
    for (const warning of ['mail.transport.missing', 'payment.provider.missing']) {
      const said = shop.output().split(`"${warning}"`).length - 1;
      report(`${warning}: logged once for all members`, said === 1, `${said} times`);
    }
  } finally {
    writeFileSync(MAIN, main);
    await shop.stop();
  }
}
