// npm create fanfare: from the packed packages to a running shop.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currencyCodes } from '#lib/money/currencies.ts';
import { getCurrencyNumber, getDecimals } from '#lib/money/money.ts';
import { readSource } from '#lib/yaml/parse.ts';
import { readCatalogueFiles } from '#modules/catalogue/source/files.ts';
import { findFolderErrors } from '#modules/content/source/shop-files.ts';
import { readShopTexts } from '#modules/content/source/shop-texts.ts';
import { parseDepositRules } from '#modules/wallet/source.ts';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { root } from '#platform/paths.ts';
import { ask } from '../create/ask.js';
import { ensureBundled } from '../scripts/bundle/bundle.ts';
import { makeCreatePackage } from '../scripts/release/create-package.ts';
import { makePackage } from '../scripts/release/release.ts';
import { startShop } from './support/process.ts';
import { copyDatabase } from './support/shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanfare-create-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The package as npm would unpack it. */
function unpacked(from: string, name: string): string {
  const packed = execFileSync('npm', ['pack', '--silent', '--offline', '--pack-destination', folder], {
    cwd: from,
    encoding: 'utf8',
  }).trim();
  const to = join(folder, name);
  mkdirSync(to, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed), '-C', to, '--strip-components=1']);
  return to;
}

let program = '';
beforeAll(async () => {
  await makeCreatePackage(join(folder, 'making'), '0.1.0');
  program = join(unpacked(join(folder, 'making'), 'create-fanfare'), 'create.js');
});

const create = (...args: readonly string[]) => spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
const read = (...path: readonly string[]): string => readFileSync(join(folder, ...path), 'utf8');

describe('create', () => {
  test.for(['content', 'translation', 'studio', 'empty'])(
    '%s: the folder is a valid shop without words of a sample brand',
    async (trade) => {
      const { status, stdout, stderr } = create(trade, '--trade', trade, '--name', 'Paper & Pine');
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`cd ${trade}\n  npm install\n  npm start`);
      const shop = join(folder, trade);
      expect(findFolderErrors(shop)).toEqual([]);
      const { brand, company } = await readShopTexts(shop, { shopUrl: 'http://localhost' });
      expect(brand).toMatchObject({ name: 'Paper & Pine', defaultLocale: 'en' });
      expect([brand.supportEmail, company.email, company.sample]).toEqual([
        'support@paper-pine.example',
        'company@paper-pine.example',
        true,
      ]);
      expect((await readCatalogueFiles(join(shop, 'catalogue'))).source.services.length).toBeGreaterThan(0);
      const files = readdirSync(shop, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(yaml|json)$/.test(file));
      expect(files.filter((file) => /Fanfare|Tildeline|Kitefold/.test(read(trade, file).replaceAll(/^ *#.*$/gm, '')))).toEqual([]);
      expect(readdirSync(shop)).not.toContain('mails');
    },
  );

  test('folder: named after the shop, with what npm needs and a README', () => {
    expect(create('--name', 'Café Nº 9', '--language', 'jp', '--currency', 'NOK').status).toBe(0);
    expect(JSON.parse(read('cafe-no-9', 'package.json'))).toMatchObject({
      name: 'cafe-no-9',
      private: true,
      scripts: { start: 'fanfare start', seed: 'fanfare seed' },
      dependencies: { fanfare: '^0.1.0' },
    });
    expect(read('cafe-no-9', 'README.md')).toMatch(/^# Café Nº 9\n/);
    expect(read('cafe-no-9', 'brand.yaml')).toMatch(/^defaultLocale: jp$/m);
    expect(read('cafe-no-9', 'money.yaml')).toMatch(/^currencies: \[NOK\]\n\n#.*\ndeposits:\n {2}NOK: \{ least: 50, most: 100000 \}$/m);
  });

  test.for(['content', 'translation', 'studio', 'empty'])(
    '%s in other currencies: prices, limits and texts are in them alone',
    async (trade) => {
      const name = `${trade}-currencies`;
      const { status, stderr } = create(name, '--trade', trade, '--currency', 'JPY, KWD, USD');
      expect([status, stderr]).toEqual([0, '']);
      const shop = join(folder, name);
      const { source, currencies } = await readCatalogueFiles(join(shop, 'catalogue'));
      expect(currencies).toEqual(['JPY', 'KWD', 'USD']);
      for (const { prices } of source.services.flatMap(({ offers }) => offers)) expect(Object.keys(prices)).toEqual(['JPY', 'KWD', 'USD']);
      expect(parseDepositRules(readSource('shop/money.yaml', read(name, 'money.yaml')))).toMatchObject({
        limits: [{ least: 500 }, { least: 5_000 }, { least: 500 }],
      });
      const files = readdirSync(shop, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(yaml|md)$/.test(file));
      expect(files.filter((file) => /\b(EUR|AUD|NOK)\b/.test(read(name, file).replaceAll(/^ *#.*$/gm, '')))).toEqual([]);
      expect(read(name, 'policies/terms.es.md')).toContain('de 500 a 1.000.000 en JPY, de 5 a 10.000 en KWD o de 5 a 10.000 en USD');
    },
  );

  test('codes and decimals of the package: as the program has them', () => {
    const known = Object.fromEntries(currencyCodes.map((code) => [code, getDecimals(getCurrencyNumber(code))]));
    expect(JSON.parse(readFileSync(join(import.meta.dirname, '../create/currencies.json'), 'utf8'))).toEqual(known);
  });

  test('questions: asked once each, again after an answer that will not do, and not about what is known', async () => {
    let asked = '';
    const output = new Writable({
      write(chunk, _, done) {
        asked += chunk;
        done();
      },
    });
    const input = Readable.from(['Ivy & Ink\nfr\nes\n', '\n']);
    const answers = await ask({ trade: 'studio' }, { input, output });
    expect(answers).toEqual({ name: 'Ivy & Ink', language: 'es', currency: 'EUR', trade: 'studio' });
    expect(asked).toMatch(/Name of the shop .*Language.*language: "fr" is none of en, es, jp\.\nLanguage.*Currency/s);
    expect(asked).not.toContain('Trade');
  });

  test('questions: an end of the input writes nothing', async () => {
    await expect(ask({}, { input: Readable.from(['Ivy\n']), output: new PassThrough() })).rejects.toThrow('nothing was written');
  });

  test.for([
    [['--trade', 'pizza'], /trade: "pizza" is none of content, translation/],
    [['--currency', 'EUR,DEM'], /currency: "DEM" is not the ISO 4217 code/],
    [['--currency', 'EUR,EUR'], /currency: names a currency twice/],
    [['--name', 'a"b'], /name: one line/],
    [['--nmae', 'x'], /Unknown option '--nmae'/],
    [['one', 'two'], /One folder, please/],
    [['making'], /making is not empty/],
  ] as const)('%j: refused with the reason, and nothing is written', ([args, reason]) => {
    const before = readdirSync(folder);
    const { status, stderr } = create(...args);
    expect([status, stderr]).toEqual([1, expect.stringMatching(reason)]);
    expect(readdirSync(folder)).toEqual(before);
  });
});

/** By an author who has the package and no source of ours. */
const authored = `import { definePlugin, type Provider } from 'fanfare/plugin';
import { checkPlugin, sampleNotices } from 'fanfare/plugin-kit';
const provider = (BadWebhook: new (why: 'signature') => Error): Provider => ({
  name: 'own',
  hosts: ['pay.example'],
  linkAtOnce: ({ paymentId, amount }) => \`https://pay.example/\${paymentId}?\${amount.toFixed()}\`,
  readWebhook: async (raw, headers) => {
    if (headers['signature'] !== raw.toString('hex')) throw new BadWebhook('signature');
    return { kind: 'paid', eventId: 'e', at: new Date(), paymentId: 'p', reference: 'r', amount: 1, currency: 0 };
  },
  cancelLink: async () => ({ state: 'cancelled' }),
  askState: async () => ({ state: 'open' }),
  listRecords: async () => ({ records: [], next: undefined }),
  refund: async ({ refundId }) => ({ reference: refundId }),
});
const plugin = definePlugin({
  name: 'own',
  makers: {
    titles: {
      label: 'Titles',
      make: async ({ answers, language, platform }) => {
        const title: string = \`\${answers['brandName']} \${language} \${platform?.hashtags?.toFixed()}\`;
        return title ? { text: title } : { failed: 'no name' };
      },
    },
  },
  paymentProvider: ({ BadWebhook }) => provider(BadWebhook),
  notices: { customer: (notice) => (notice.event === 'piece-delivered' ? console.log(notice.email) : undefined) },
  taxRule: ({ buyerCountry }, usual) => (buyerCountry === 'CH' ? { rate: 0, why: 'zero' } : usual),
});
const errors: string[] = await checkPlugin(plugin);
console.log(errors, sampleNotices.staff.title.length);
export default plugin;
`;

/** What the compiler says, strictly and with the declarations of the package checked too. */
function findTypeErrors(shopFolder: string, plugin: string): string {
  writeFileSync(join(shopFolder, 'plugin.mts'), plugin);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'esnext',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  writeFileSync(join(shopFolder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['plugin.mts'] }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [compiler, '-p', shopFolder], { cwd: shopFolder, encoding: 'utf8' }).stdout;
}

test('created shop: starts with the packed program, shows its name, and reads its files again', async () => {
  expect(create('pine', '--trade', 'studio', '--name', 'Paper & Pine', '--currency', 'USD').status).toBe(0);
  const shopFolder = join(folder, 'pine');
  await makePackage(await ensureBundled(), join(folder, 'making-program'));
  const installed = unpacked(join(folder, 'making-program'), 'pine/node_modules/fanfare');
  expect(existsSync(join(installed, 'shop/mails/welcome.en.md'))).toBe(true);
  // What npm would install beside it.
  for (const name of ['pg', 'piscina', '@node-rs']) symlinkSync(join(root, 'node_modules', name), join(shopFolder, 'node_modules', name));
  const database = await copyDatabase('template0');
  const environment = {
    DATABASE_URL: formatConnectionUrl(database.connection as Parameters<typeof formatConnectionUrl>[0]),
    SECRET_KEYS: 'a key that signs in tests and nowhere else',
  };
  const shop = await startShop(environment, { cwd: shopFolder, args: [join(installed, 'fanfare.cjs'), 'start'] });
  try {
    expect(await shop.said('Fanfare is open.')).toContain(shopFolder);
    const page = await (await fetch(`${shop.url}/`)).text();
    expect(/<title>[^<]*/.exec(page)?.[0]).toContain('Paper &amp; Pine');
    expect(/\$275(?!\d)/.exec(page)?.[0]).toBe('$275');
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [join(installed, 'fanfare.cjs'), ...args], { cwd: shopFolder, env, encoding: 'utf8' });
    expect(run('seed').stdout).toMatch(/^The catalogue is unchanged/);
    const script = "console.log(Object.keys(await import('fanfare/plugin')), Object.keys(await import('fanfare/plugin-kit')))";
    const plugins = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: shopFolder, encoding: 'utf8' });
    expect(plugins.stdout).toMatch(/definePlugin.*checkPlugin/s);
    expect(findTypeErrors(shopFolder, authored)).toBe('');
    expect(findTypeErrors(shopFolder, authored.replace('text: title', 'text: 7').replace('notice.email', 'notice.phone'))).toMatch(
      /plugin\.mts\(\d+,\d+\): error TS2\d+[\s\S]*'phone' does not exist/,
    );
    expect(run('nothing').stderr).toMatch(/^fanfare COMMAND, one of audit, .*start/);
    expect(shop.output()).not.toMatch(/ENOENT|ERR_MODULE_NOT_FOUND|"level":(50|60)/);
  } finally {
    shop.child.kill('SIGTERM');
    await shop.ended;
    await database.drop();
  }
});
