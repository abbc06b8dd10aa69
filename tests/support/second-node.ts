// A second process of a shop over the same database, which runs jobs too.
import { inject } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { createApp, type ShopApp } from '../../src/app.ts';
import { freePorts } from './process.ts';
import { SECRET_KEYS, type Shop } from './shop.ts';

type Node = ShopApp & AsyncDisposable;

export async function secondNode({ connection, clock, ctx }: Shop, environment: Readonly<Record<string, string>>): Promise<Node> {
  const [port = 0, sandboxPort = 0] = await freePorts(2);
  const { config } = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    SHOP_URL: `http://localhost:${port}`,
    DESK_PORT: '0',
    SANDBOX_PORT: String(sandboxPort),
    DATABASE_POOL: '4',
    SECRET_KEYS,
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const app = await createApp({ config, connection, clock, log: ctx.log, build: inject('build'), jobs: true, refuseEarly: false });
  return { ...app, [Symbol.asyncDispose]: () => app.stop() };
}
