// The payment providers of a shop: those of its plugins, Stripe, and the sandbox.

import type { CurrencyNumber } from '#lib/money/money.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { StripeConfig } from '#platform/config/config.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { Provider } from './provider.ts';
import { sandboxProvider } from './sandbox-provider.ts';
import { createStripeProvider } from './stripe/provider.ts';

type ProviderSources = {
  readonly secrets: Secrets;
  readonly ofPlugins: readonly Provider[];
  readonly currencies: readonly CurrencyNumber[];
  /** The keys of Stripe now: the owner may enter others while the shop runs. */
  readonly connections: { stripe(): StripeConfig | undefined };
};

/**
 * The first provider takes new payments, a plugin's before Stripe; the others complete payments that were
 * started there.
 */
export async function openProviders(ctx: AppContext, { secrets, ofPlugins, currencies, connections }: ProviderSources) {
  const ofSandbox = ctx.config.sandboxPort === undefined ? [] : [sandboxProvider(ctx, secrets)];
  const expected = ofPlugins.length > 0 ? [] : currencies;
  const compose = async (): Promise<readonly Provider[]> => {
    const stripe = connections.stripe();
    return [...ofPlugins, ...(stripe ? [await createStripeProvider({ stripe, clock: ctx.clock }, expected)] : []), ...ofSandbox];
  };
  let current = await compose();
  return {
    list: () => current,
    /** After a change of the connections. */
    async reload(): Promise<void> {
      current = await compose().catch((error: unknown) => {
        ctx.log.error({ err: error }, 'payments.providers.unchanged');
        return current;
      });
    },
  };
}
