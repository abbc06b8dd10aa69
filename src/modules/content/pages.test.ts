// Company, questions, home page and samples over HTTP: a changed file is live without a restart, and a wrong
// one changes nothing.
import { cp, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from '../../../tests/support/accounts.ts';
import { becomes, buyer, pay, placed } from '../../../tests/support/money.ts';
import { issue, listInvoices, readContent as paperContentOf } from '../../../tests/support/sample-shop.ts';
import { describe, expect, shop as openShop, type Shop, test } from '../../../tests/support/shop.ts';
import { contentKind } from './pages.ts';
import { importKind } from './versions.ts';

const fetchPage = async (shop: Shop, path: string): Promise<string> =>
  (await fetch(`${shop.urls.storefront}${path}`, { headers: { 'accept-language': 'en' } })).text();

/** A copy of the owner's folder, imported into the running shop. */
async function withFolder() {
  const shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-content-'));
  await cp('shop', folder, { recursive: true });
  return {
    shop,
    folder,
    async edit(file: string, from: string | RegExp, to: string): Promise<void> {
      const text = await readFile(join(folder, file), 'utf8');
      const edited = text.replace(from, to);
      expect(edited, 'the plant must change the file').not.toBe(text);
      await writeFile(join(folder, file), edited);
    },
    import: async () => (await importKind(shop.ctx.db, folder, contentKind)).map(({ file }) => file),
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true });
      await shop[Symbol.asyncDispose]();
    },
  };
}

describe('import of the files of pages', () => {
  test('unchanged files: nothing is imported', async () => {
    await using own = await withFolder();
    expect(await own.import()).toEqual([]);
  });

  test('a question and a block of the home page are live, and only the changed files are named', async () => {
    await using own = await withFolder();
    await own.edit('faq.yaml', /(question:\s+en: )"[^"]*"/, '$1"Do you deliver on Sundays?"');
    await own.edit('home.yaml', 'en: "Who makes it"', 'en: "Made by these people"');
    expect(await own.import()).toEqual(['faq.yaml', 'home.yaml']);
    await expect.poll(() => fetchPage(own.shop, '/faq')).toContain('Do you deliver on Sundays?');
    expect(await fetchPage(own.shop, '/')).toContain('Made by these people');
    expect(await own.import(), 'again').toEqual([]);
  });

  test('the title of the home page: the head has it, and the share image is drawn anew', async () => {
    await using own = await withFolder();
    const fetchHead = async () => {
      const page = await fetchPage(own.shop, '/');
      return { image: /property="og:image" content="([^"]+)"/.exec(page)?.[1], isNew: page.includes('Words in ninety minutes') };
    };
    const before = await fetchHead();
    await own.edit('home.yaml', /(^description:\s+en: )"[^"]*"/m, '$1"Words in ninety minutes."');
    expect(await own.import()).toEqual(['home.yaml']);
    await expect.poll(fetchHead).toMatchObject({ isNew: true });
    await expect.poll(async () => (await fetchHead()).image).not.toBe(before.image);
    expect(before.image).toBeDefined();
  });

  test('a sample that goes is shown no more', async () => {
    await using own = await withFolder();
    expect(await fetchPage(own.shop, '/samples')).toContain('id="sample-quick-reads"');
    await unlink(join(own.folder, 'samples/quick-reads.yaml'));
    expect(await own.import()).toEqual(['samples/quick-reads.yaml']);
    await expect.poll(() => fetchPage(own.shop, '/samples')).not.toContain('id="sample-quick-reads"');
  });

  test('the company: policies, mails and later invoices have its new name; an invoice of before keeps the old one', async () => {
    await using own = await withFolder();
    const { shop } = own;
    const ada = await buyer(shop);
    const buy = async () => pay((await placed(shop, ada, { startNow: true })).paymentLink);
    await buy();
    await becomes(shop, ada, [2]);
    await issue(shop);
    await own.edit('company.yaml', /^legalName: .*$/m, 'legalName: Northlight Sample AS');
    expect(await own.import()).toEqual(['company.yaml']);
    await expect.poll(() => fetchPage(shop, '/terms-and-conditions')).toContain('Northlight Sample AS');
    await buy();
    await becomes(shop, ada, [2, 2]);
    await issue(shop);
    const papers = await Promise.all((await listInvoices(shop, ada)).map(({ id }) => paperContentOf(shop, id)));
    const sellers = papers.map(({ seller }) => seller.legalName === 'Northlight Sample AS');
    expect(sellers.toSorted()).toEqual([false, true]);
    expect((await shop.mail(await register(shop))).text).toContain('Northlight Sample AS');
  });

  test('an error: named by file and line, and nothing changes', async () => {
    await using own = await withFolder();
    await own.edit('home.yaml', 'en: "Who makes it"', 'en: "Made by these people"');
    await own.edit('faq.yaml', /^ {4}home: true$/m, '    home: perhaps');
    await expect(own.import()).rejects.toMatchObject({ lines: [expect.stringMatching(/^shop\/faq\.yaml:\d+: questions\.\d+\.home/)] });
    expect(await fetchPage(own.shop, '/')).not.toContain('Made by these people');
  });

  test('two nodes that import at once make one version', async () => {
    await using own = await withFolder();
    await own.edit('home.yaml', 'en: "Who makes it"', 'en: "Made by these people"');
    const changed = await Promise.all([own.import(), own.import(), own.import()]);
    expect(changed.flat()).toEqual(['home.yaml']);
  });
});
