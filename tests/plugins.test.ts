// Plugins: loaded from shop/plugins.yaml, refused with a reason, and used for exports, payments and taxes.
import { describe, expect, vi } from 'vitest';
import type { UserError } from '#lib/user-error.ts';
import { chooseTreatment } from '#modules/invoicing/rules.ts';
import { BadWebhook, type Provider } from '#modules/payments/provider.ts';
import { readConfig, StartError } from '#platform/config/config.ts';
import { defaultShop } from '#platform/paths.ts';
import { checkPlugin } from '../src/server/plugins/check-plugin.ts';
import { definePlugin, type Plugin } from '../src/server/plugins/plugin.ts';
import { findTaxRule, listExporters, openPluginProvider, openPlugins } from '../src/server/plugins/use-plugins.ts';
import { examplePlugin, test } from './support/sample-shop.ts';

const { default: glossaryTools } = (await import(`${examplePlugin}/plugin.js`)) as { default: Plugin };

describe('plugins.yaml', () => {
  test('those of the product are on without the file, and without their list; an empty list has none', async ({ folder, write }) => {
    const names = async (shop: string) => (await openPlugins(shop)).map(({ plugin }) => plugin.name);
    const all = ['policy-gate', 'social-kits', 'text-checks'];
    expect(await names(defaultShop)).toEqual(all);
    expect(await names(folder)).toEqual(all);
    await write('plugins.yaml', 'plugins: [social-kits]\n');
    expect((await names(folder)).toSorted()).toEqual(all);
    await write('plugins.yaml', 'builtIn: [text-checks]\nplugins: []\n');
    expect(await names(folder)).toEqual(['text-checks']);
    await write('plugins.yaml', 'builtIn: []\nplugins: []\n');
    expect(await names(folder)).toEqual([]);
  });

  test('an installed package and a file of the shop are loaded', async ({ folder, write }) => {
    await write('plugins.yaml', 'builtIn: []\nplugins: [fanfare-glossary-plugin, ./plugins/own.js]\n');
    await write('plugins/own.js', "export default { name: 'own' };\n");
    expect((await openPlugins(folder)).map(({ plugin }) => plugin.name)).toEqual(['glossary-tools', 'own']);
  });

  test.for<readonly [string, string, RegExp]>([
    [
      'a package that is not installed',
      'plugins: [fanfare-gone]',
      /plugins\.yaml:1: "fanfare-gone" is not installed: npm install fanfare-gone/,
    ],
    ['a file that is not there', 'plugins: [./plugins/gone.js]', /"\.\/plugins\/gone\.js" is no file of the shop/],
    [
      'a package twice',
      'plugins:\n  - fanfare-glossary-plugin\n  - fanfare-glossary-plugin',
      /plugins\.yaml:3: .* has the name of another plugin/,
    ],
    ['a file without a plugin', 'plugins: [./plugins/none.js]', /has no plugin as its default export/],
    ['a plugin without a name', 'plugins: [./plugins/nameless.js]', /is no plugin: name/],
    ['a plugin with an unknown part', 'plugins: [./plugins/more.js]', /is no plugin/],
    ['a plugin whose parts throw', 'plugins: [./plugins/getter.js]', /plugins\.yaml:1: .* cannot be loaded: secret key/],
    ['a plugin that throws what is no error', 'plugins: [./plugins/thrown.js]', /cannot be loaded: it threw no error/],
    ['a plugin with a name of 61 letters', 'plugins: [./plugins/long.js]', /is no plugin: name/],
    ['a plugin with a label of 121 letters', 'plugins: [./plugins/label.js]', /is no plugin: makers\.it\.label/],
    ['a plugin with 101 kinds', 'plugins: [./plugins/kinds.js]', /is no plugin: serviceKinds/],
    [
      'a plugin for a later version of the shop',
      'plugins: [./plugins/later.js]',
      /plugins\.yaml:1: "\.\/plugins\/later\.js" needs version 99 of the plugin API, and this shop has 2: update the shop, or use an older plugin/,
    ],
    ['a plugin with a version that is none', 'plugins: [./plugins/version.js]', /is no plugin: api/],
    ['a plugin that throws', 'plugins: [./plugins/throws.js]', /cannot be loaded: no key/],
    ['another key', 'plugin: []', /plugins\.yaml:1: plugin/],
  ])('%s: the start is refused with the line', async ([, yaml, reason], { folder, write }) => {
    await write('plugins/none.js', 'export const name = 1;\n');
    await write('plugins/nameless.js', 'export default { makers: {} };\n');
    await write('plugins/more.js', "export default { name: 'more', makrs: {} };\n");
    await write('plugins/later.js', "export default { name: 'later', api: 99, shelves: {} };\n");
    await write('plugins/version.js', "export default { name: 'version', api: 0.5 };\n");
    await write('plugins/throws.js', "throw new Error('no key');\n");
    await write('plugins/getter.js', "export default { name: 'a', get makers() { throw new Error('secret key'); } };\n");
    await write('plugins/thrown.js', "throw { toString() { throw 'nothing'; } };\n");
    await write('plugins/long.js', `export default { name: '${'a'.repeat(61)}' };\n`);
    await write('plugins/label.js', `export default { name: 'a', makers: { it: { label: '${'a'.repeat(121)}', make() {} } } };\n`);
    const kinds = Array.from({ length: 101 }, (_, at) => `k${at}: { label: 'a' }`);
    await write('plugins/kinds.js', `export default { name: 'a', serviceKinds: { ${kinds} } };\n`);
    await write('plugins.yaml', `${yaml}\n`);
    const error = await openPlugins(folder).catch((cause: unknown) => cause);
    expect(error instanceof StartError && error.lines.join('\n')).toMatch(reason);
  });
});

test.each(['policy-gate', 'text-checks'])('plugin of the product: %s passes the kit', async (name) => {
  const { default: plugin } = (await import(`../plugins/${name}/plugin.ts`)) as { default: Plugin };
  expect(await checkPlugin(plugin)).toEqual([]);
});

test('check of texts that answers no report: the kit says so', async () => {
  const plugin = definePlugin({ name: 'vague', api: 2, checkText: () => ({ checks: [] }) as never });
  expect(await checkPlugin(plugin)).toEqual(
    ['en', 'es', 'ja'].map((language) => expect.stringMatching(`^checkText in ${language} answers no report`)),
  );
});

test('exporter of a plugin: its format and what it makes', async () => {
  const [exporter] = listExporters([{ plugin: glossaryTools, file: '', folder: '' }]);
  expect([exporter?.as, exporter?.label]).toEqual(['txt', 'Text']);
  const delivery = { order: 'F-1', piece: 1, version: 1, language: 'en', title: 'T', deliveredAt: '', shopName: 'S' };
  const made = await exporter?.make({ ...delivery, text: '# One\n\n> **Two** [three](https://loaf.example)' });
  expect(new TextDecoder().decode(made)).toBe('One\n\nTwo three');
});

test('exporter of a plugin that does not end: the download is refused after half a minute', async () => {
  vi.useFakeTimers();
  try {
    const never = definePlugin({ name: 'never', exporters: { txt: { label: 'Text', make: () => new Promise<never>(() => undefined) } } });
    const [exporter] = listExporters([{ plugin: never, file: '', folder: '' }]);
    const refused = exporter?.make({} as never);
    const status = (refused as Promise<Uint8Array>).catch((cause: UserError) => cause.status);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await status).toBe(503);
  } finally {
    vi.useRealTimers();
  }
});

describe('tax rule of a plugin', () => {
  const words = { en: '', es: '', jp: '' };
  const tax = { vat: 'inclusive', rates: { NO: 2500 }, reverseCharge: true, notes: { none: words, zero: words, reverse: words } } as const;
  const to = (buyerCountry: string) => ({ sellerCountry: 'NO', buyerCountry, vatIdCountry: undefined });
  const loaded = (plugin: Plugin) => ({ plugin, file: '', folder: '' });

  test('applies after the rules of the files, those of several plugins in turn', () => {
    const raise = definePlugin({ name: 'raise', taxRule: (_, { rate, why }) => (rate === 0 ? { rate, why } : { rate: rate + 100, why }) });
    const rule = findTaxRule([loaded(glossaryTools), loaded(raise)]);
    expect(chooseTreatment({ ...tax, rule }, to('NO'))).toEqual({ rate: 2600, why: null });
    expect(chooseTreatment({ ...tax, rule }, to('CH'))).toEqual({ rate: 0, why: 'zero' });
    expect(findTaxRule([])).toBeUndefined();
  });

  test.for([[{ rate: 0.2, why: null }], [{ rate: -1, why: null }], [{ rate: 0, why: null }], [{ rate: 2500, why: 'zero' }]] as const)(
    'that gives %j is refused',
    ([treatment]) => {
      expect(() => chooseTreatment({ ...tax, rule: () => treatment }, to('NO'))).toThrow(/the tax rule gives/);
    },
  );
});

describe('payment provider of a plugin', () => {
  const provider = (name: string, readWebhook: Provider['readWebhook']): Provider => ({
    name,
    hosts: ['pay.example'],
    linkAtOnce: ({ paymentId }) => `https://pay.example/${paymentId}`,
    readWebhook,
    cancelLink: async () => ({ state: 'cancelled' }),
    askState: async () => ({ state: 'open' }),
    listRecords: async () => ({ records: [], next: undefined }),
    refund: async () => ({ reference: 'r' }),
  });
  const ctx = { config: readConfig({}).config, clock: { now: () => new Date() } };

  test('has the name of its plugin, and gets what it needs of the shop', async () => {
    const made = await openPluginProvider(ctx, {
      name: 'pay',
      paymentProvider: ({ BadWebhook: RejectedWebhook, shopUrl }) => ({
        ...provider('pay', () => Promise.reject(new RejectedWebhook('signature'))),
        hosts: [shopUrl],
      }),
    });
    expect(made).toMatchObject({ name: 'pay', hosts: [ctx.config.shopUrl] });
    await expect(made?.readWebhook(Buffer.from(''), {})).rejects.toBeInstanceOf(BadWebhook);
    const other = { name: 'pay', paymentProvider: () => provider('stripe', async () => undefined) };
    await expect(openPluginProvider(ctx, other)).rejects.toMatchObject({ lines: [expect.stringContaining('named "stripe"')] });
  });

  test('test kit: a forged webhook that is accepted is found', async () => {
    const trusting = { name: 'pay', paymentProvider: () => provider('pay', async () => undefined) };
    expect(await checkPlugin(trusting)).toEqual([expect.stringContaining('accepts a forged webhook')]);
    const strict = { name: 'pay', paymentProvider: () => provider('pay', () => Promise.reject(new BadWebhook('signature'))) };
    expect(await checkPlugin(strict)).toEqual([]);
  });
});

describe('test kit', () => {
  test('the example has no error', async () => expect(await checkPlugin(glossaryTools)).toEqual([]));

  test.for<readonly [string, Plugin, RegExp]>([
    [
      'a maker that throws',
      { name: 'bad', makers: { it: { label: 'x', make: () => Promise.reject(new Error('no')) } } },
      /makers\.it in en throws no/,
    ],
    ['an answer without a text', { name: 'bad', makers: { it: { label: 'x', make: async () => ({ text: '' }) } } }, /answers neither/],
    [
      'an exporter that makes nothing',
      { name: 'bad', exporters: { txt: { label: 'x', make: () => new Uint8Array() } } },
      /exporters\.txt makes no bytes/,
    ],
    [
      'an exporter of a format that is there',
      { name: 'bad', exporters: { pdf: { label: 'x', make: () => new Uint8Array(1) } } },
      /exporters\.pdf/,
    ],
    ['a name with capitals', { name: 'Bad' }, /is no plugin: name/],
    [
      'a tax rule with an impossible rate',
      { name: 'bad', taxRule: () => ({ rate: 99_999, why: null }) },
      /taxRule for NO: the tax rule gives a rate/,
    ],
  ])('%s is found', async ([, plugin, error]) => expect((await checkPlugin(plugin)).join('\n')).toMatch(error));
});

describe('test kit, notices', () => {
  test.for<readonly [string, Plugin, RegExp]>([
    ['throws', { name: 'bad', notices: { staff: () => Promise.reject(new Error('no line')) } }, /notices\.staff throws no line/],
    ['is no function', { name: 'bad', notices: { customer: 'x' } } as never, /notices\.customer/],
    ['has an unknown kind', { name: 'bad', notices: { everybody: () => undefined } } as never, /notices\.everybody is unknown/],
    [
      'never answers',
      { name: 'bad', notices: { customer: () => new Promise(() => undefined) } },
      /notices\.customer gives no answer in 0\.1 s/,
    ],
  ])('test kit: a receiver that %s is found', async ([, plugin, error]) => {
    expect((await checkPlugin(plugin, {}, { noticeSeconds: 0.1 })).join('\n')).toMatch(error);
  });
});
