// A region, a channel with its key, and products without stock or shipping, as services are.
const { ContainerRegistrationKeys, Modules } = require('@medusajs/framework/utils');
const {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  updateStoresWorkflow,
} = require('@medusajs/medusa/core-flows');

exports.default = async function seed({ container }) {
  const [store] = await container.resolve(Modules.STORE).listStores();
  const { result: channels } = await createSalesChannelsWorkflow(container).run({ input: { salesChannelsData: [{ name: 'Storefront' }] } });
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: { supported_currencies: [{ currency_code: 'eur', is_default: true }], default_sales_channel_id: channels[0].id },
    },
  });
  const { result: regions } = await createRegionsWorkflow(container).run({
    input: { regions: [{ name: 'Europe', currency_code: 'eur', countries: ['no'], payment_providers: ['pp_system_default'] }] },
  });
  await createTaxRegionsWorkflow(container).run({ input: [{ country_code: 'no', provider_id: 'tp_system' }] });
  const { result: keys } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ title: 'Storefront', type: 'publishable', created_by: '' }] },
  });
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: keys[0].id, add: [channels[0].id] } });
  const { result: products } = await createProductsWorkflow(container).run({
    input: {
      products: Array.from({ length: Number(process.env.PEER_COUNT) }, (_, place) => ({
        title: `Service ${place + 1}`,
        handle: `service-${place + 1}`,
        description: `A text about service ${place + 1}`,
        status: 'published',
        options: [{ title: 'Kind', values: ['One'] }],
        variants: [
          {
            title: 'One',
            sku: `sku-${place + 1}`,
            options: { Kind: 'One' },
            manage_inventory: false,
            prices: [{ amount: 50 + place, currency_code: 'eur' }],
          },
        ],
        sales_channels: [{ id: channels[0].id }],
      })),
    },
  });
  container.resolve(ContainerRegistrationKeys.LOGGER).info('seeded');
  require('node:fs').writeFileSync(
    process.env.PEER_SEEDED,
    JSON.stringify({ key: keys[0].token, region: regions[0].id, variant: products[0].variants[0].id }),
  );
};
