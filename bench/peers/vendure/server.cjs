// The shop that Vendure's documents begin with: its defaults, a job queue and a search index in the database,
// the dummy payment handler.
const {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  JobQueueService,
  LogLevel,
} = require('@vendure/core');

const { PEER_DATABASE, PEER_PORT, PEER_CREATE, PEER_ADMIN } = process.env;
const database = JSON.parse(PEER_DATABASE);

const config = {
  apiOptions: { hostname: '127.0.0.1', port: Number(PEER_PORT), adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: 'bearer',
    requireVerification: false,
    superadminCredentials: { identifier: 'admin', password: PEER_ADMIN },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: database.host,
    port: database.port,
    username: database.user,
    database: database.database,
    synchronize: PEER_CREATE === '1',
    logging: false,
  },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [DefaultJobQueuePlugin.init({}), DefaultSearchPlugin.init({ bufferUpdates: false })],
};

const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ name: 'Norway', code: 'NO', zone: 'Europe' }],
  taxRates: [{ name: 'Standard Tax', percentage: 25 }],
  shippingMethods: [{ name: 'Standard Shipping', price: 0 }],
  paymentMethods: [
    { name: 'By link', handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'false' }] } },
  ],
  collections: [],
  roles: [],
};

async function main() {
  if (PEER_CREATE === '1') {
    const { populate } = require('@vendure/core/cli');
    const app = await populate(() => bootstrap(config), initialData, process.env.PEER_PRODUCTS);
    await app.close();
    process.exit(0);
  }
  const app = await bootstrap(config);
  await app.get(JobQueueService).start();
}
main().catch((cause) => {
  console.error(cause);
  process.exit(1);
});
