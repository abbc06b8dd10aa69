// Downloads of a delivery over HTTP: formats, contents and access.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';
import { readMarkdown } from '#lib/markdown/markdown.ts';
import { HOSTILE } from '../../../../tests/support/corpus.ts';
import { pdfInfo } from '../../../../tests/support/files.ts';
import { getErrors } from '../../../../tests/support/money.ts';
import { deliveryRow } from '../../../../tests/support/rows/work.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { delivered, desk, mira, type Ordered, orderedPiece, take } from '../../../../tests/support/work.ts';
import { makeFileNamesSafe } from '../export/archive.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const TEXT = [
  '# The loaf, パン & café',
  '',
  'We open **at seven**, and *by nine* the ~~shelves~~ are `empty`. [Our street](https://loaf.example/street) <b>raw</b>',
  '',
  '1. One',
  '2. Two',
  '   - deeper',
  '',
  '> A quote',
  '',
  '| Day | Bread |',
  '|---|---|',
  '| Monday | Rye |',
  '',
  '---',
  '',
  '```',
  'code',
  '```',
  '[never](javascript:alert(1)) Łódź パンの話。'.repeat(60),
].join('\n');

async function fetched(shop: Shop, { who }: Ordered, id: string, as: string) {
  const answer = await fetch(`${shop.urls.storefront}/api/orders/take-away?id=${id}&as=${as}`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** The time of a delivery, to the second. */
const deliveredAt = async (shop: Shop, id: string): Promise<string> =>
  `${(await deliveryRow(shop, id)).deliveredAt.toISOString().slice(0, 19)}Z`;

function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((done, failed) =>
    fromBuffer(bytes, { strictFileNames: true, lazyEntries: true }, (cause, zip) => {
      if (cause) return failed(cause);
      const parts = new Map<string, Buffer>();
      zip.on('error', failed);
      zip.on('end', () => done(parts));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (error, stream) => {
          if (error) return failed(error);
          void buffer(stream).then((content) => {
            parts.set(entry.fileName, content);
            zip.readEntry();
          }, failed);
        }),
      );
      zip.readEntry();
    }),
  );
}

describe('download of a delivery', () => {
  const attached = Buffer.from('day,slot\nmonday,07:00\n'.repeat(50_000));
  let shared: Promise<{ readonly ordered: Ordered; readonly id: string }> | undefined;
  /** One delivery for all tests of this file. */
  const sharedDelivery = (shop: Shop) => (shared ??= make(shop));

  async function make(shop: Shop) {
    const ordered = await orderedPiece(shop);
    await take(shop, mira, ordered.pieceId);
    for (const name of ['plan.csv', 'plan.csv', '../../etc/passwd'])
      await desk(shop).addFile(mira, ordered.pieceId, { name, body: Readable.from([attached]) });
    return { ordered, id: await delivered(shop, mira, ordered.pieceId, TEXT) };
  }

  test('Markdown: the text is unchanged, with how it was made below, as an attachment', async ({ shop }) => {
    const { ordered, id } = await sharedDelivery(shop);
    const { status, headers, bytes } = await fetched(shop, ordered, id, 'md');
    const day = (await deliveredAt(shop, id)).slice(0, 10);
    expect([status, bytes.toString()]).toEqual([200, `${TEXT}\n\n---\n\n*Made by people. Reviewer: Mira Sample, ${day}.*\n`]);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="F-[0-9A-Z]{8}-1-v1\.md"/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  test('Word: headings, lists, tables and links are kept, script links are not', async ({ shop }) => {
    const { ordered, id } = await sharedDelivery(shop);
    const { status, bytes } = await fetched(shop, ordered, id, 'docx');
    expect(status).toBe(200);
    const parts = await unzipped(bytes);
    const text = String(parts.get('word/document.xml'));
    const at = await deliveredAt(shop, id);
    const core = String(parts.get('docProps/core.xml'));
    expect(core).toContain('<dc:title>The loaf, パン &amp; café</dc:title>');
    expect(core).toContain('<cp:keywords>Made by people. Reviewer: Mira Sample');
    expect(text).toContain('Made by people. Reviewer: Mira Sample');
    const custom = String(parts.get('docProps/custom.xml'));
    for (const each of ['name="HowMade"', '>person<', 'name="ReviewedBy"', '>Mira Sample<', 'name="ReviewedAt"'])
      expect(custom).toContain(each);
    expect(core).toContain('<dc:creator>Fanfare</dc:creator>');
    expect(core).toContain('<cp:lastModifiedBy>Fanfare</cp:lastModifiedBy>');
    expect(core).toMatch(new RegExp(`<dcterms:created[^>]*>${at}</dcterms:created><dcterms:modified[^>]*>${at}<`));
    for (const each of ['Heading1', 'パン', '<w:b/>', '<w:numId', '<w:tbl>', '&lt;b&gt;', 'Łódź']) expect(text).toContain(each);
    const links = String(parts.get('word/_rels/document.xml.rels'));
    expect(links).toContain('https://loaf.example/street');
    expect(links).not.toContain('javascript');
  });

  test('PDF: tagged, and the same bytes every time', async ({ shop }) => {
    const { ordered, id } = await sharedDelivery(shop);
    const [one, two] = [await fetched(shop, ordered, id, 'pdf'), await fetched(shop, ordered, id, 'pdf')];
    const text = one.bytes.toString('latin1');
    expect([one.status, text.slice(0, 8)]).toEqual([200, '%PDF-1.7']);
    for (const each of ['/Marked true', '/S /H1', 'https://loaf.example/street']) expect(text).toContain(each);
    expect(text).not.toContain('javascript');
    for (const each of ['/HowMade', '/ReviewedBy', '/ReviewedAt']) expect(text).toContain(each);
    const at = (await deliveredAt(shop, id)).replace(/\D/g, '');
    expect(pdfInfo(one.bytes)).toEqual({
      title: 'The loaf, パン & café',
      author: 'Fanfare',
      created: `D:${at}Z`,
      keywords: expect.stringContaining('Made by people. Reviewer: Mira Sample, '),
    });
    expect(createHash('sha256').update(one.bytes).digest('hex')).toBe(createHash('sha256').update(two.bytes).digest('hex'));
  });

  test('archive: all formats, the files, and a passport with matching hashes', async ({ shop }) => {
    const { ordered, id } = await sharedDelivery(shop);
    const { status, bytes } = await fetched(shop, ordered, id, 'zip');
    expect(status).toBe(200);
    const parts = await unzipped(bytes);
    const names = [...parts.keys()];
    expect(names.map((name) => name.replace(/^F-\w+-1-v1/, 'it')).sort()).toEqual([
      'files/__.._etc_passwd',
      'files/plan (2).csv',
      'files/plan.csv',
      'it.docx',
      'it.md',
      'it.pdf',
      'passport.json',
    ]);
    const passport = JSON.parse(String(parts.get('passport.json')));
    const hash = (content: Buffer | undefined) =>
      createHash('sha256')
        .update(content ?? '')
        .digest('hex');
    expect(passport.text.sha256).toBe(hash(parts.get(names[0] ?? '')?.subarray(0, Buffer.byteLength(TEXT))));
    expect(passport.howMade).toEqual({ kind: 'person', tools: [], reviewedBy: 'Mira Sample', reviewedAt: passport.deliveredAt });
    expect(parts.get('files/plan.csv')).toEqual(attached);
    expect(passport.files.map(({ sha256 }: { sha256: string }) => sha256)).toEqual(Array(3).fill(hash(attached)));
  });

  test('a hostile text: its PDF has links of the web only, and no action', async ({ shop }) => {
    const ordered = await orderedPiece(shop);
    const id = await delivered(shop, mira, ordered.pieceId, HOSTILE);
    const { status, bytes } = await fetched(shop, ordered, id, 'pdf');
    expect(status).toBe(200);
    const text = bytes.toString('latin1');
    expect(text.match(/\/URI \(\w+:/g)?.filter((link) => link !== '/URI (https:')).toEqual([]);
    // Outside of texts, which may name them.
    const objects = text.replace(/\((?:\\[\s\S]|[^\\)])*\)/g, '()').replace(/stream\r?\n[\s\S]*?endstream/g, '');
    expect(objects.match(/\/(?:JavaScript|JS|OpenAction|AA|Launch|SubmitForm|ImportData|EmbeddedFile)\b/g)).toBeNull();
    expect((await fetched(shop, ordered, id, 'docx')).status).toBe(200);
  });

  test('a text that takes minutes to parse: its Markdown is there, because only the worker parses', async ({ shop }) => {
    const ordered = await orderedPiece(shop);
    const id = await delivered(shop, mira, ordered.pieceId, '_a'.repeat(90_000));
    expect((await fetched(shop, ordered, id, 'md')).status).toBe(200);
  });

  test('another account gets 404 for every format, an unknown format gets 400', async ({ shop }) => {
    const { ordered, id } = await sharedDelivery(shop);
    const eve = await orderedPiece(shop);
    for (const as of ['md', 'docx', 'pdf', 'zip']) expect((await fetched(shop, eve, id, as)).status).toBe(404);
    const other = await shop.call('GET /api/orders/take-away', { id, as: 'exe' }, { token: ordered.who.token });
    expect(getErrors(other)).toMatchObject([400, { as: [expect.any(String)] }]);
  });
});

describe('text of a delivery', () => {
  test.for(['>', '> - ', '1. ', '* > '])('a hundred thousand levels of %j: read as plain text', (mark) => {
    const text = `# A head\n\n${mark.repeat(100_000 / mark.length)}end`;
    expect(readMarkdown(text)).toEqual(text.split('\n\n').map((each) => ({ kind: 'paragraph', runs: [{ text: each }] })));
  });

  test('scripts, images and other link schemes stay plain text', () => {
    const runs = JSON.stringify(
      readMarkdown('<script>x</script>\n\n![p](https://x.example/p.png) [a](javascript:x) [b](data:x) [c](/cabinet)'),
    );
    expect(runs).toContain('<script>x</script>');
    expect(runs).not.toContain('href');
  });

  test('file names in an archive are unique and stay in their folder', () => {
    expect(makeFileNamesSafe(['a.txt', 'A.txt', '../b', '...', 'c\u0000d', 'a.txt'])).toEqual([
      'a.txt',
      'A (2).txt',
      '__b',
      '_',
      'c_d',
      'a (3).txt',
    ]);
  });
});
