// Makers of plugins in their process: what they draft, what they may not reach, and how those that fail or
// answer too much end.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { describe, expect } from 'vitest';
import { openMakers } from '#modules/fulfilment/makers/actions.ts';
import { readConfig } from '#platform/config/config.ts';
import { sampleBriefs } from '../src/server/plugins/check-plugin.ts';
import { findTextChecker, listPluginMakers, openPlugins } from '../src/server/plugins/use-plugins.ts';
import { sampleCatalogue } from './support/owner-files.ts';
import { test } from './support/sample-shop.ts';

const [brief = sampleBriefs[0]] = sampleBriefs;
const silent = pino({ level: 'silent' });

function makersWith(plugins: ReturnType<typeof listPluginMakers>, maker: string, checker?: string) {
  const [service] = sampleCatalogue.services;
  const [offer] = sampleCatalogue.offers;
  if (!service || !offer) throw new Error('the sample shop sells nothing');
  const current = () => ({
    services: [{ ...service, type: 100, production: { maker } }],
    offers: [{ ...offer, id: 'glossary-1', serviceType: 100, isInstant: false }],
  });
  return openMakers({ config: readConfig({}).config, log: silent, catalogue: { current } }, { plugins, checker });
}

describe('maker of a plugin', () => {
  test('drafts in the makers’ process, with the shop’s checks', async ({ folder, write }) => {
    await write('plugins.yaml', 'plugins: [fanfare-glossary-plugin]\n');
    const plugins = await openPlugins(folder);
    const makers = makersWith(listPluginMakers(plugins), 'glossary-tools:glossary', findTextChecker(plugins));
    expect(makers.makerFor('glossary-1')).toMatchObject({ name: 'glossary-tools:glossary', delivers: false, limits: { seconds: 30 } });
    const made = await makers.make('glossary-tools:glossary', brief as never, { accountId: 'ada' });
    makers.stop();
    expect(made).toMatchObject({ text: expect.stringMatching(/^# Glossary[\s\S]*- bakery \(1\)/), help: ['glossary-tools 1.0'] });
    expect('report' in made && made.report?.checks.find(({ name }) => name === 'placeholders')?.state).toBe('wrong');
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
    [
      'names a file with signs that cannot be stored',
      "make: async () => ({ text: 'x', files: [{ name: 'a\\0\\u202etxt.md', bytes: new Uint8Array(1) }] })",
      { files: [{ name: 'atxt.md' }] },
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
    [
      'answers a file that is too large',
      "make: async () => ({ text: 'x', files: [{ name: 'all.csv', bytes: new Uint8Array(20 * 1024 ** 2 + 1) }] })",
      { failed: 'rubbish', why: 'The plugin answers too much: all.csv has more than 20 MB.' },
    ],
    [
      'answers more than 100 MB in files',
      "make: async () => ({ text: 'x', files: Array.from('abcdef', (name) => ({ name, bytes: new Uint8Array(19 * 1024 ** 2) })) })",
      { failed: 'rubbish', why: expect.stringMatching(/more than 100 MB in all/) },
    ],
    [
      'answers 21 files',
      "make: async () => ({ text: 'x', files: Array.from('abcdefghijklmnopqrstu', (name) => ({ name, bytes: new Uint8Array(1) })) })",
      { failed: 'rubbish', why: 'The plugin answers too much: there are more than 20 files.' },
    ],
    ['gives a reason of a million characters', "make: async () => ({ failed: 'no'.repeat(5e5) })", { why: 'no'.repeat(150) }],
    ['throws what is no error', "make: async () => { throw { toString() { throw 'secret words'; } } }", { failed: 'broken' }],
    ['throws nothing', 'make: () => Promise.reject()', { failed: 'broken', why: 'It failed: something that is no error.' }],
    [
      'answers a getter that throws',
      "make: async () => ({ get text() { throw new Error('secret words'); }, get failed() { return this.text; } })",
      { failed: 'broken', why: 'It failed: Error.' },
    ],
    [
      'answers another prototype',
      `make: async () => JSON.parse('{"__proto__": {"text": "x"}, "constructor": {"prototype": {"failed": "secret words"}}}')`,
      { failed: 'rubbish', why: expect.stringMatching(/text/) },
    ],
    [
      'answers bytes that are none',
      "make: async () => ({ text: 'x', files: [{ name: 'a.txt', bytes: Object.create(Uint8Array.prototype) }] })",
      { failed: 'broken' },
    ],
    ['ends its process', 'make: () => process.exit(0)', { failed: 'died' }],
    ['hangs', 'make: () => { for (;;); }', { failed: 'late' }],
    ['never answers', 'make: () => new Promise(() => setInterval(() => undefined, 1))', { failed: 'late' }],
  ])('that %s: a failure, or a piece that can be stored', async ([, make, failure], { folder, write }) => {
    await write('plugins.yaml', 'plugins: [./plugins/bad.js]\n');
    await write(
      'plugins/bad.js',
      `export default { name: 'bad', makers: { it: { label: 'Bad', limits: { seconds: ${'late' === (failure as { failed?: string }).failed ? 3 : 120}, mebibytes: 500 }, ${make} } } };\n`,
    );
    const makers = makersWith(listPluginMakers(await openPlugins(folder)), 'bad:it');
    const made = await makers.make('bad:it', brief as never, { accountId: 'ada' });
    makers.stop();
    const shown = JSON.stringify(made, (_, value) => (value instanceof Uint8Array ? value.length : value));
    expect(JSON.parse(shown)).toMatchObject(failure);
    expect(shown).not.toContain('secret words');
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
  const makers = makersWith(listPluginMakers(await openPlugins(folder)), 'asks:it');
  const made = await makers.make('asks:it', brief as never, { accountId: 'ada' });
  makers.stop();
  server.closeAllConnections();
  server.close();
  expect([count, made]).toMatchObject([sent, sent === 1 ? { text: 'terms' } : { failed: 'broken' }]);
});
