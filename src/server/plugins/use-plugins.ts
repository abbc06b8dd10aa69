// The parts of plugins that the commerce modules use.
import type { AppContext } from '../../infra/app-context.ts';
import { StartFaults } from '../../infra/config/config.ts';
import { PermanentJobError } from '../../jobs.ts';
import type { DeliveryExporter } from '../../modules/fulfilment/deps.ts';
import type { Tax } from '../../modules/invoicing/rules.ts';
import { BadWebhook, type Provider } from '../../modules/payments/provider.ts';
import type { Plugin } from './plugin.ts';
import type { LoadedPlugin } from './read-plugins.ts';

/** Undefined if the plugin has none. */
export async function providerOfPlugin(
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
  if (provider.name !== name) throw new StartFaults([`The plugin ${name} has a payment provider named "${provider.name}".`]);
  return provider;
}

/** If two plugins have one format, the first makes it. */
export const exportersOf = (plugins: readonly LoadedPlugin[]): readonly DeliveryExporter[] =>
  plugins.flatMap(({ plugin }) => Object.entries(plugin.exporters ?? {}).map(([as, exporter]) => ({ as, ...exporter })));

/** The rules of several plugins apply one after the other. */
export function taxRuleOf(plugins: readonly LoadedPlugin[]): Tax['rule'] {
  const rules = plugins.flatMap(({ plugin }) => plugin.taxRule ?? []);
  if (rules.length === 0) return undefined;
  return (request, usual) => rules.reduce((treatment, rule) => rule(request, treatment), usual);
}
