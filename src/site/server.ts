// The storefront's HTTP server: calls, pages and the files of search engines.
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { builtInLocales } from '#lib/locale.ts';
import { getCurrencyCode } from '#lib/money/money.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { type Catalogue, viewCatalogue } from '#modules/catalogue/rules.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { openSharedAssets } from '#platform/assets/shared-assets.ts';
import { serveHealth } from '#platform/http/health.ts';
import { refuseUnderPressure } from '#platform/http/overload.ts';
import { makeServer } from '#platform/http/server.ts';
import type { Streams } from '#platform/live/streams.ts';
import type { Metrics } from '#platform/logging/metrics.ts';
import type { Readiness } from '#platform/process/readiness.ts';
import type { Build } from './builds/build.ts';
import { describeApi } from './developers/openapi.ts';
import { serveDevelopers } from './developers/serve.ts';
import { serveSecurityTxt } from './seo/security-txt.ts';
import { serveWeb, type Web, type WebOptions } from './serve.ts';

export type StorefrontOptions = {
  /** Pages may still be built while the modules open. */
  readonly build: Build | Promise<Build>;
  /** In development. */
  readonly vite?: ViteDevServer;
  /** False disables the page cache, to measure rendering. */
  readonly cache?: boolean;
  /** False if other work runs in this process, so that its load does not cause rejections. */
  readonly refuseEarly?: boolean;
};

type StorefrontDeps = {
  readonly catalogue: CatalogueModule;
  readonly fulfilment: FulfilmentModule;
  readonly shop: ShopTexts;
  readonly textsVersion: () => string;
  readonly metrics: Metrics;
  readonly streams: Streams;
  readonly readiness: Readiness;
  /** The calls of the modules. */
  readonly serveRoutes: (app: FastifyInstance) => void;
  readonly pages: Pick<WebOptions, 'forms' | 'owns' | 'spelled' | 'languages'>;
};

export type Storefront = Awaited<ReturnType<typeof openStorefront>>;

export async function openStorefront(ctx: AppContext, options: StorefrontOptions, deps: StorefrontDeps) {
  const { config, log, db } = ctx;
  const { catalogue, shop, textsVersion, metrics, streams, readiness } = deps;
  const { deliveryTimes } = deps.fulfilment;
  let web: Web | undefined;
  const app = makeServer({ config, log, db, readiness, onAnswered: metrics.countAnswer, pages: () => web?.errorPages });
  if (options.refuseEarly ?? true) refuseUnderPressure(app);
  if (config.corsOrigins.length > 0)
    await app.register(cors, {
      origin: [...config.corsOrigins],
      credentials: true,
      exposedHeaders: ['x-request-id', 'retry-after', 'link'],
    });
  serveHealth(app, { probe: db.probe, readiness });
  app.addHook('preClose', async () => streams.stop());
  deps.serveRoutes(app);
  serveSecurityTxt(app, ctx, shop);
  const currencies = () => Object.fromEntries(catalogue.currencies().all.map((currency) => [getCurrencyCode(currency), currency]));
  for (const [path, which] of [
    ['/api/openapi.json', 'storefront'],
    ['/api/v1/openapi.json', 'v1'],
  ] as const)
    app.get(path, (_request, reply) => reply.header('cache-control', 'no-store').send(describeApi(config.shopUrl, currencies(), which)));
  serveDevelopers(app, {
    config,
    shop,
    describe: () => describeApi(config.shopUrl, currencies(), 'all'),
    version: () => JSON.stringify(currencies()),
  });
  const { vite, cache = !vite } = options;
  const build = await options.build;
  web = await serveWeb(app, {
    config,
    log,
    vite,
    cache,
    build,
    shared: openSharedAssets(ctx, 'client'),
    shop,
    storefront: (locale, currency) => deliveryTimes.addTo(catalogue.storefront(locale, currency)),
    currencies: () => catalogue.currencies().sold,
    sourceVersion: () => `${catalogue.version()} ${textsVersion()} ${deliveryTimes.version()}`,
    ...deps.pages,
  });
  deliveryTimes.start();
  app.addHook('onClose', async () => deliveryTimes.stop());
  const { refresh, tryService, tryTexts } = web;
  /** Previews a service in every language of the release with a draft of the catalogue. */
  const preview = async (draft: Catalogue, slug: string) =>
    Promise.all(
      builtInLocales.map(async (locale) => {
        const [currency = 0] = draft.currencies.sold;
        return { locale, ...(await tryService(viewCatalogue(draft, locale, currency), { slug, locale, currency })) };
      }),
    );
  return { app, refresh, preview, previewTexts: tryTexts };
}
