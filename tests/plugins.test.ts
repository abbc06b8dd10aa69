// Plugins: loaded from shop/plugins.yaml, refused with a reason, and used for pieces, payments and taxes.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { describe, expect } from 'vitest';
import { readConfig, StartFaults } from '../src/infra/config/config.ts';
import { openMakers } from '../src/modules/fulfilment/makers/actions.ts';
import { treatmentOf } from '../src/modules/invoicing/rules.ts';
import { BadWebhook, type Provider } from '../src/modules/payments/provider.ts';
import { checkPlugin, sampleBriefs } from '../src/server/plugins/check-plugin.ts';
import { definePlugin, type Plugin } from '../src/server/plugins/plugin.ts';
import { exportersOf, makersOfPlugins, openPlugins, providerOfPlugin, taxRuleOf } from '../src/server/plugins/use-plugins.ts';
import { examplePlugin, test } from './support/plugin-folder.ts';
import { sampleCatalogue } from './support/sample-catalogue.ts';

const { default: glossaryTools } = (await import(`${examplePlugin}/plugin.js`)) as { default: Plugin };

const [brief = sampleBriefs[0]] = sampleBriefs;
const silent = pino({ level: 'silent' });

function makersWith(plugins: ReturnType<typeof makersOfPlugins>, maker: string) {
  const [service] = sampleCatalogue.services;
  const [offer] = sampleCatalogue.offers;
  if (!service || !offer) throw new Error('the sample shop sells nothing');
  const current = () => ({
    services: [{ ...service, type: 100, production: { maker } }],
    offers: [{ ...offer, id: 'glossary-1', serviceType: 100, isInstant: false }],
  });
  return openMakers({ config: readConfig({}).config, log: silent, catalogue: { current } }, { plugins });
}

describe('plugins.yaml', () => {
  test('without the file there are no plugins', async ({ folder }) => expect(await openPlugins(folder)).toEqual([]));

  test('an installed package and a file of the shop are loaded', async ({ folder, write }) => {
    await write('plugins.yaml', 'plugins: [fanfare-glossary-plugin, ./plugins/own.js]\n');
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
    ['a plugin that throws', 'plugins: [./plugins/throws.js]', /cannot be loaded: no key/],
    ['another key', 'plugin: []', /plugins\.yaml:1: plugin/],
  ])('%s: the start is refused with the line', async ([, yaml, reason], { folder, write }) => {
    await write('plugins/none.js', 'export const name = 1;\n');
    await write('plugins/nameless.js', 'export default { makers: {} };\n');
    await write('plugins/more.js', "export default { name: 'more', makrs: {} };\n");
    await write('plugins/throws.js', "throw new Error('no key');\n");
    await write('plugins.yaml', `${yaml}\n`);
    const fault = await openPlugins(folder).catch((cause: unknown) => cause);
    expect(fault instanceof StartFaults && fault.lines.join('\n')).toMatch(reason);
  });
});

describe('maker of a plugin', () => {
  test('drafts in the makers’ process, with the shop’s checks', async ({ folder, write }) => {
    await write('plugins.yaml', 'plugins: [fanfare-glossary-plugin]\n');
    const makers = makersWith(makersOfPlugins(await openPlugins(folder)), 'glossary-tools:glossary');
    expect(makers.makerFor('glossary-1')).toMatchObject({ name: 'glossary-tools:glossary', delivers: false, limits: { seconds: 30 } });
    const made = await makers.make('glossary-tools:glossary', brief as never, { accountId: 'ada' });
    makers.stop();
    expect(made).toMatchObject({ text: expect.stringMatching(/^# Glossary[\s\S]*- bakery \(1\)/), help: ['glossary-tools 1.0'] });
    expect('report' in made && made.report.checks.find(({ name }) => name === 'placeholders')?.state).toBe('wrong');
    expect('files' in made && made.files.map(({ name }) => name)).toEqual(['glossary.csv']);
  });

  test('that has gone: people make the piece', () => {
    const makers = makersWith([], 'glossary-tools:glossary');
    expect(makers.makerFor('glossary-1')).toBeUndefined();
    makers.stop();
  });

  test.for<readonly [string, string, object]>([
    ['throws', "make() { throw new Error('secret words') }", { failed: 'broken' }],
    ['says why it cannot', "make: async () => ({ failed: 'no terms' })", { failed: 'rubbish', why: 'no terms' }],
    ['answers something else', 'make: async () => 7', { failed: 'rubbish', why: expect.stringMatching(/neither a piece nor/) }],
    [
      'reads another file',
      "make: async () => { await (await import('node:fs/promises')).readFile('/etc/hostname'); return { text: 'x' }; }",
      { failed: 'broken' },
    ],
    [
      'names a million programs',
      "make: async () => ({ text: 'x', help: Array.from({ length: 1_000_000 }, () => 'secret words') })",
      { failed: 'rubbish', why: expect.stringMatching(/help/) },
    ],
    [
      'answers signs that cannot be stored',
      "make: async () => ({ text: 'one\\0\\ud800', help: ['a\\0'], files: [] })",
      { text: 'one\ufffd', help: ['a'] },
    ],
    ['gives such signs as its reason', "make: async () => ({ failed: 'no\\0 terms' })", { failed: 'rubbish', why: 'no terms' }],
    [
      'answers a file with a path as its name',
      "make: async () => ({ text: 'x', files: [{ name: '../../etc/passwd', bytes: new Uint8Array(1) }] })",
      { failed: 'rubbish', why: expect.stringMatching(/files\.0\.name/) },
    ],
    [
      'changes what all objects have',
      "make: async (brief) => { Object.prototype.failed = 'polluted'; brief.answers = null; return { text: 'x' }; }",
      { failed: expect.any(String) },
    ],
    ['hangs', 'make: () => { for (;;); }', { failed: 'late' }],
  ])('that %s: a failure, or a piece that can be stored', async ([, make, failure], { folder, write }) => {
    await write('plugins.yaml', 'plugins: [./plugins/bad.js]\n');
    await write(
      'plugins/bad.js',
      `export default { name: 'bad', makers: { it: { label: 'Bad', limits: { seconds: ${'late' === (failure as { failed?: string }).failed ? 3 : 120}, mebibytes: 500 }, ${make} } } };\n`,
    );
    const makers = makersWith(makersOfPlugins(await openPlugins(folder)), 'bad:it');
    const made = await makers.make('bad:it', brief as never, { accountId: 'ada' });
    makers.stop();
    expect(made).toMatchObject(failure);
    expect(JSON.stringify(made)).not.toContain('secret words');
  });
});

test.for([
  ['without needsNetwork: nothing is sent', '', 0],
  ['with needsNetwork: the request is sent', 'needsNetwork: true,', 1],
] as const)('network of a maker %s', async ([, more, sent], { folder, write }) => {
  let count = 0;
  const server = createServer((_, response) => {
    count++;
    response.end('terms');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await write('plugins.yaml', 'plugins: [./plugins/asks.js]\n');
  const make = `make: async () => ({ text: await (await fetch('${address}')).text() })`;
  await write('plugins/asks.js', `export default { name: 'asks', makers: { it: { label: 'Asks', ${more} ${make} } } };\n`);
  const makers = makersWith(makersOfPlugins(await openPlugins(folder)), 'asks:it');
  const made = await makers.make('asks:it', brief as never, { accountId: 'ada' });
  makers.stop();
  server.closeAllConnections();
  server.close();
  expect([count, made]).toMatchObject([sent, sent === 1 ? { text: 'terms' } : { failed: 'broken' }]);
});

test('exporter of a plugin: its format and what it makes', async () => {
  const [exporter] = exportersOf([{ plugin: glossaryTools, file: '', folder: '' }]);
  expect([exporter?.as, exporter?.label]).toEqual(['txt', 'Text']);
  const delivery = { order: 'F-1', piece: 1, version: 1, language: 'en', title: 'T', deliveredAt: '', shopName: 'S' };
  const made = await exporter?.make({ ...delivery, text: '# One\n\n> **Two** [three](https://loaf.example)' });
  expect(new TextDecoder().decode(made)).toBe('One\n\nTwo three');
});

describe('tax rule of a plugin', () => {
  const words = { en: '', es: '', jp: '' };
  const tax = { vat: 'inclusive', rates: { NO: 2500 }, reverseCharge: true, notes: { none: words, zero: words, reverse: words } } as const;
  const to = (buyerCountry: string) => ({ sellerCountry: 'NO', buyerCountry, vatIdCountry: undefined });
  const loaded = (plugin: Plugin) => ({ plugin, file: '', folder: '' });

  test('applies after the rules of the files, those of several plugins in turn', () => {
    const raise = definePlugin({ name: 'raise', taxRule: (_, { rate, why }) => (rate === 0 ? { rate, why } : { rate: rate + 100, why }) });
    const rule = taxRuleOf([loaded(glossaryTools), loaded(raise)]);
    expect(treatmentOf({ ...tax, rule }, to('NO'))).toEqual({ rate: 2600, why: null });
    expect(treatmentOf({ ...tax, rule }, to('CH'))).toEqual({ rate: 0, why: 'zero' });
    expect(taxRuleOf([])).toBeUndefined();
  });

  test.for([[{ rate: 0.2, why: null }], [{ rate: -1, why: null }], [{ rate: 0, why: null }], [{ rate: 2500, why: 'zero' }]] as const)(
    'that gives %j is refused',
    ([treatment]) => {
      expect(() => treatmentOf({ ...tax, rule: () => treatment }, to('NO'))).toThrow(/the tax rule gives/);
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
    const made = await providerOfPlugin(ctx, {
      name: 'pay',
      paymentProvider: ({ BadWebhook: Fault, shopUrl }) => ({
        ...provider('pay', () => Promise.reject(new Fault('signature'))),
        hosts: [shopUrl],
      }),
    });
    expect(made).toMatchObject({ name: 'pay', hosts: [ctx.config.shopUrl] });
    await expect(made?.readWebhook(Buffer.from(''), {})).rejects.toBeInstanceOf(BadWebhook);
    const other = { name: 'pay', paymentProvider: () => provider('stripe', async () => undefined) };
    await expect(providerOfPlugin(ctx, other)).rejects.toMatchObject({ lines: [expect.stringContaining('named "stripe"')] });
  });

  test('test kit: a forged webhook that is accepted is found', async () => {
    const trusting = { name: 'pay', paymentProvider: () => provider('pay', async () => undefined) };
    expect(await checkPlugin(trusting)).toEqual([expect.stringContaining('accepts a forged webhook')]);
    const strict = { name: 'pay', paymentProvider: () => provider('pay', () => Promise.reject(new BadWebhook('signature'))) };
    expect(await checkPlugin(strict)).toEqual([]);
  });
});

describe('test kit', () => {
  test('the example has no fault', async () => expect(await checkPlugin(glossaryTools)).toEqual([]));

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
  ])('%s is found', async ([, plugin, fault]) => expect((await checkPlugin(plugin)).join('\n')).toMatch(fault));
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
  ])('test kit: a receiver that %s is found', async ([, plugin, fault]) => {
    expect((await checkPlugin(plugin, {}, { noticeSeconds: 0.1 })).join('\n')).toMatch(fault);
  });
});
