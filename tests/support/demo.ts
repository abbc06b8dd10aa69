// The demo customer and its history, on the clock of the test.
import type { Demo } from '#modules/accounts/demo.ts';
import { seedDemo } from '../../src/server/demo.ts';
import type { Shop } from './shop.ts';

/** In this process: the shop's own way is another process, with the machine's time. */
export async function getDemo(shop: Shop): Promise<Demo> {
  const demo = await shop.makeDemo();
  if (!demo) throw new Error('this shop has no demo');
  const { clock, connection, ctx } = shop;
  await seedDemo({ config: ctx.config, connection, log: ctx.log, clock }, demo.email);
  return demo;
}
