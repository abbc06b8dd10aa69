// The plugins of a shop, and the parts of them that its modules use.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '#lib/user-error.ts';
import type { PluginKind } from '#modules/catalogue/kinds/shapes.ts';
import type { Catalogue } from '#modules/catalogue/rules.ts';
import { makerNames } from '#modules/catalogue/shapes.ts';
import type { DeliveryExporter } from '#modules/fulfilment/deps.ts';
import type { MakerPlugin } from '#modules/fulfilment/makers/plugin-makers.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import { noListeners } from '#modules/mail/shapes.ts';
import { BadWebhook, type Provider } from '#modules/payments/provider.ts';
import type { AppContext } from '#platform/app-context.ts';
import { StartError } from '#platform/config/config.ts';
import { findFolderWith } from '#platform/paths.ts';
import { withTimeout } from '#platform/process/with-timeout.ts';
import { PermanentJobError } from '../../jobs.ts';
import { findGate } from './gate.ts';
import type { Plugin } from './plugin.ts';
import { type LoadedPlugin, readPlugins } from './read-plugins.ts';
import type { PluginKinds } from './run-kinds.ts';

const DEFAULT_LIMITS = { seconds: 60, mebibytes: 700 };
/** A customer waits for the download. */
const EXPORTER_SECONDS = 30;

/** A shop without a list has the plugins of the default shop. */
export const openPlugins = (shopFolder: string): Promise<readonly LoadedPlugin[]> =>
  readPlugins(join(findFolderWith(shopFolder, 'plugins.yaml'), 'plugins.yaml'));

/** The makers of all plugins, as the catalogue names them. */
export const listPluginMakers = (plugins: readonly LoadedPlugin[]): readonly MakerPlugin[] =>
  plugins.flatMap(({ plugin, file, folder }) =>
    Object.entries(plugin.makers ?? {}).map(([name, { label, needsNetwork = false, isInstant = false, limits = DEFAULT_LIMITS }]) => ({
      name: `${plugin.name}:${name}`,
      label,
      asksOut: needsNetwork,
      isInstant,
      limits,
      module: pathToFileURL(file).href,
      folder,
    })),
  );

/** The entry of the first plugin that checks texts. */
export function findTextChecker(plugins: readonly LoadedPlugin[]): string | undefined {
  const checker = plugins.find(({ plugin }) => plugin.checkText);
  return checker && pathToFileURL(checker.file).href;
}

/** Payment providers, in the order of the plugins. */
const openPluginProviders = async (
  ctx: Pick<AppContext, 'config' | 'clock'>,
  plugins: readonly LoadedPlugin[],
): Promise<readonly Provider[]> =>
  (await Promise.all(plugins.map(({ plugin }) => openPluginProvider(ctx, plugin)))).flatMap((provider) => provider ?? []);

/** Undefined if the plugin has none. */
export async function openPluginProvider(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  { name, paymentProvider }: Plugin,
): Promise<Provider | undefined> {
  if (!paymentProvider) return undefined;
  const provider = await paymentProvider({
    shopUrl: config.shopUrl,
    isProduction: config.production,
    environment: process.env,
    now: () => clock.now(),
    BadWebhook,
    PermanentError: PermanentJobError,
  });
  if (provider.name !== name) throw new StartError([`The plugin ${name} has a payment provider named "${provider.name}".`]);
  return provider;
}

const silent = { staff: noListeners, customer: noListeners, stop: () => Promise.resolve() };

/** A start without such plugins loads nothing for them. */
async function createNotices(ctx: Pick<AppContext, 'log'>, plugins: readonly LoadedPlugin[]) {
  if (!plugins.some(({ plugin }) => plugin.notices)) return silent;
  return (await import('./send-notices.ts')).openPluginNotices(ctx, plugins);
}

const noKinds = { kinds: [], stop: () => undefined };

/** A start without such plugins loads nothing for them. */
async function openServiceKinds(ctx: Pick<AppContext, 'log'>, plugins: readonly LoadedPlugin[]): Promise<PluginKinds> {
  if (!plugins.some(({ plugin }) => plugin.serviceKinds)) return noKinds;
  return (await import('./run-kinds.ts')).openPluginKinds(ctx, plugins);
}

/**
 * Refuses the start if a service that is sold has a kind that no plugin has: its briefs and deliveries would
 * go unchecked.
 */
export function expectKinds({ services }: Pick<Catalogue, 'services'>, kinds: readonly PluginKind[]): void {
  const lost = services.flatMap(({ slug, state, production: { kind } }) =>
    state === 'archived' || kind === undefined || kinds.some(({ name }) => name === kind) ? [] : [{ slug, kind }],
  );
  if (lost.length === 0) return;
  throw new StartError(
    lost.map(
      ({ slug, kind }) =>
        `The service ${slug} has the kind "${kind}", which no plugin has. Name its plugin in shop/plugins.yaml, or give the service "state: archived" or "kind: service".`,
    ),
  );
}

/** If two plugins have one format, the first makes it. */
export const listExporters = (plugins: readonly LoadedPlugin[]): readonly DeliveryExporter[] =>
  plugins.flatMap(({ plugin }) =>
    Object.entries(plugin.exporters ?? {}).map(([as, { label, make }]) => ({
      as,
      label,
      async make(delivery) {
        const bytes = await withTimeout(EXPORTER_SECONDS * 1_000, Promise.resolve(make(delivery)));
        if (!bytes) throw new UserError(503, {}, EXPORTER_SECONDS);
        return bytes;
      },
    })),
  );

/** The rules of several plugins apply one after the other. */
export function findTaxRule(plugins: readonly LoadedPlugin[]): Tax['rule'] {
  const rules = plugins.flatMap(({ plugin }) => plugin.taxRule ?? []);
  if (rules.length === 0) return undefined;
  return (request, usual) => rules.reduce((treatment, rule) => rule(request, treatment), usual);
}

/** Without those that files name without their plugin: the desk has words for them. */
const listMakersAtDesk = (makers: readonly MakerPlugin[]) =>
  makers.flatMap(({ name, label }) => (makerNames.some((each) => name.endsWith(`:${each}`)) ? [] : [{ name, label }]));

export type ShopPlugins = Awaited<ReturnType<typeof openShopPlugins>>;

/** What the modules use of a shop's plugins. */
export async function openShopPlugins(ctx: Pick<AppContext, 'config' | 'clock' | 'log'>) {
  const plugins = await openPlugins(ctx.config.shopDir);
  const [{ kinds, stop: stopKinds }, notices] = await Promise.all([openServiceKinds(ctx, plugins), createNotices(ctx, plugins)]);
  const makers = listPluginMakers(plugins);
  return {
    gate: findGate(plugins),
    kinds,
    makers,
    makersAtDesk: listMakersAtDesk(makers),
    instantMakers: makers.flatMap(({ name, isInstant }) => (isInstant ? [name] : [])),
    checker: findTextChecker(plugins),
    exporters: listExporters(plugins),
    taxRule: findTaxRule(plugins),
    notices,
    openProviders: () => openPluginProviders(ctx, plugins),
    stop() {
      stopKinds();
      void notices.stop();
    },
  };
}
