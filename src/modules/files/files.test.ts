// Files for briefs over HTTP: accepted and refused formats, access, quotas and clean-up.

import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { logIn, register } from '../../../tests/support/accounts.ts';
import { story, withAnswers } from '../../../tests/support/cart-lines.ts';
import { body, docx, FILE_BYTES, lying, samples, types, upload, zip } from '../../../tests/support/files.ts';
import { rawRequest, sendRaw } from '../../../tests/support/http.ts';
import { addUnfinishedUpload, fileRows } from '../../../tests/support/rows/accounts.ts';
import { addJobs, jobsOfTask } from '../../../tests/support/rows/jobs.ts';
import { test as base, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

let shop: Shop;
let token = '';
test.beforeEach(async ({ shop: opened }) => {
  shop = opened;
  token = await newToken();
});
const newToken = async (of: Shop = shop) => (await logIn(of, await register(of))).token;
const getError = ({ status, body }: Awaited<ReturnType<typeof upload>>) => [status, body.errors?.['']?.[0] ?? body.detail];
const content = (id: string, as = token) =>
  fetch(`${shop.urls.storefront}/api/files/content?id=${id}`, { headers: { authorization: `Bearer ${as}` } });
const list = async (as = token) => (await shop.call('GET /api/files', undefined, { token: as })).body.files;

const coming = async () => (await fileRows(shop)).filter(({ uploadedAt }) => uploadedAt === null).length;
/** Announces an upload of some bytes, sends one byte and disconnects. */
const abortUpload = (bytes: number, patienceMs: number) => {
  const { host } = new URL(shop.urls.storefront);
  const head = [
    'POST /api/files?name=a HTTP/1.1',
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'content-type: application/octet-stream',
  ];
  return sendRaw(shop.urls.storefront, rawRequest(...head, `content-length: ${bytes}`, '', 'a'), { patienceMs });
};

describe('accepted upload', () => {
  test.for(Object.entries(samples))('%s is accepted under any name, with the right ending', async ([kind, bytes]) => {
    for (const name of [`brief.${kind}`, 'holiday.exe', 'x']) {
      const { status, body } = await upload(shop, token, bytes, { name, headers: {} });
      expect(status).toBe(200);
      expect(body).toMatchObject({ kind, bytes: bytes.length });
      expect(body.name.endsWith(`.${kind}`)).toBe(true);
    }
  });

  test.for([
    ['notes.md', 'notes.md'],
    ['../../etc/passwd', 'etc passwd.txt'],
    ['page.html', 'page.html.txt'],
    ['\u202etxt.exe', 'txt.exe.txt'],
    ['メモ.txt', 'メモ.txt'],
    ['', 'file.txt'],
    [`${'x'.repeat(300)}.txt`, `${'x'.repeat(116)}.txt`],
  ])('the name %j is saved as %s', async ([name = '', kept]) => {
    expect((await upload(shop, token, samples.txt, { name })).body.name).toBe(kept);
  });

  test('the content is served unchanged, as an attachment', async () => {
    const sent = await upload(shop, token, samples.docx, { name: 'Bäcker "1".docx' });
    const answer = await content(sent.body.id);
    expect(Buffer.from(await answer.arrayBuffer()).equals(samples.docx)).toBe(true);
    const header = (name: string) => answer.headers.get(name);
    expect(header('content-disposition')).toBe(`attachment; filename="B_cker _1_.docx"; filename*=UTF-8''B%C3%A4cker%20%221%22.docx`);
    expect([header('content-type'), header('x-content-type-options'), header('content-security-policy'), header('cache-control')]).toEqual([
      'application/octet-stream',
      'nosniff',
      "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'no-store',
    ]);
  });

  test('10 MB are accepted, one byte more gets 413', async () => {
    expect((await upload(shop, token, Buffer.alloc(FILE_BYTES, 'a'))).body.bytes).toBe(FILE_BYTES);
    const over = Buffer.alloc(FILE_BYTES + 1, 'a');
    expect(getError(await upload(shop, token, over))).toEqual([413, 'Files can be up to 10 MB.']);
    // A body without a declared length is counted as it arrives.
    expect((await upload(shop, token, new Blob([over]).stream())).status).toBe(413);
    expect(lying(shop).coming).toEqual([]);
  });
});

const xml = (bytes: number) => '<w:p/>'.repeat(Math.ceil(bytes / 6));
const MB = 1024 * 1024;
const unknownFormat = expect.stringMatching(/^We don’t accept this kind of file\. We accept txt, md, .*, mp3, .*, woff2\.$/);
const notDocx = 'We can’t read this document. Save it again, without a password.';
const tooBig = 'This document is too large when unpacked. Make it smaller.';
const nested = 'This document contains another file. Remove it, or add it separately.';
const macros = 'We don’t accept documents with macros. Save it again without them.';

describe('refused upload', () => {
  test.for<[string, Buffer, unknown]>([
    ['an empty file', Buffer.alloc(0), 'This file is empty. Choose another one.'],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0', 'latin1'), unknownFormat],
    ['an incomplete UTF-8 character', Buffer.from([0x61, 0xc3]), unknownFormat],
    ['text in Latin-1', Buffer.from('B\xe4cker', 'latin1'), unknownFormat],
    ['text with a control character', Buffer.from('one\u0000two'), unknownFormat],
    ['text with a deleting character', Buffer.from('one\u007ftwo'), unknownFormat],
    ['text with a control character after 200,000 bytes', Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from([0x1b])]), unknownFormat],
    ['the first bytes of an image', samples.png.subarray(0, 8), unknownFormat],
    ['the first two bytes of a photo', Buffer.from([0xff, 0xd8, 0, 0x10]), unknownFormat],
    ['a page', Buffer.from('<!doctype html><p>Hello</p>'), unknownFormat],
    ['a script', Buffer.from('#!/bin/sh\n'), unknownFormat],
    ['an older Word document, or one with a password', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), unknownFormat],
    ['an ordinary zip', zip([{ name: 'a.txt', content: 'a' }]), unknownFormat],
    ['a truncated zip', samples.docx.subarray(0, 200), notDocx],
    ['a spreadsheet', zip([types('application/vnd.ms-excel'), body('a')]), notDocx],
    ['a document without its text', zip([types()]), unknownFormat],
    ['two entries of one name', zip([types(), body('a'), body('b')]), notDocx],
    ['an encrypted part', zip([types(), body('a'), { name: 'word/x.xml', content: 'x', flags: 1 }]), notDocx],
    ['a path outside the archive', docx([], { name: '../../x.xml', content: 'x' }), notDocx],
    ['a zip bomb', docx([], { name: 'word/x.xml', content: Buffer.alloc(50 * MB) }), tooBig],
    [
      'a zip bomb of many small entries',
      docx([], ...Array.from({ length: 70 }, (_, at) => ({ name: `${at}.xml`, content: Buffer.alloc(MB) }))),
      tooBig,
    ],
    ['a zip bomb with a false size', docx([], { name: 'word/x.xml', content: Buffer.alloc(50 * MB), claimedBytes: 900_000 }), notDocx],
    ['a zip bomb of names', docx([], ...Array.from({ length: 2_100 }, (_, at) => ({ name: `${at}`, content: '' }))), tooBig],
    ['a huge list of content types', zip([{ ...types(), content: xml(MB) }, body('a')]), tooBig],
    ['a document in a document', docx([], { name: 'word/embeddings/a.bin', content: samples.docx }), nested],
    ['an uncompressed document in a document', docx([], { name: 'word/media/image1.png', content: samples.docx, stored: true }), nested],
    ['an embedded OLE object', docx([], { name: 'word/o.bin', content: Buffer.from('\xd0\xcf\x11\xe0', 'latin1') }), nested],
    ['macros', docx([], { name: 'word/vbaProject.bin', content: 'x' }), macros],
    ['macros under another name', zip([types('application/vnd.ms-word.document.macroEnabled.main+xml'), body('a')]), macros],
  ])('%s is refused', async ([, bytes, words]) => {
    expect(getError(await upload(shop, token, bytes, { name: 'honest.txt' }))).toEqual([400, words]);
    expect(await list()).toEqual([]);
    expect(lying(shop).coming).toEqual([]);
  });

  test('a long document with repeated lines is accepted', async () => {
    const sent = await upload(
      shop,
      token,
      docx(Array.from({ length: 4_000 }, (_, at) => `Line ${at} of a long text, as somebody wrote it.`)),
    );
    expect(sent.body.kind).toBe('docx');
  });

  test('JSON, a form or text as content type gets 415', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain'])
      expect(getError(await upload(shop, token, samples.txt, { headers: { 'content-type': type } }))).toEqual([
        415,
        'Send the file itself, as application/octet-stream.',
      ]);
  });

  test('no token gets 401 before the body is read', async () => {
    const { host } = new URL(shop.urls.storefront);
    const head = ['POST /api/files?name=a HTTP/1.1', `host: ${host}`, 'content-type: application/octet-stream', 'content-length: 1000000'];
    expect((await sendRaw(shop.urls.storefront, rawRequest(...head, '', 'a'))).status).toBe(401);
  });

  test('another origin gets 403', async () => {
    expect((await upload(shop, token, samples.txt, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });
});

describe('access to a file', () => {
  test('another account cannot list, fetch, remove or order with it', async () => {
    const { id } = (await upload(shop, token, samples.txt)).body;
    const other = await newToken();
    expect(await list(other)).toEqual([]);
    expect((await content(id, other)).status).toBe(404);
    expect((await shop.call('POST /api/files/remove', { id }, { token: other })).status).toBe(404);
    const quote = (as: string, files: unknown) =>
      shop.call('POST /api/orders/quote', { currency: 0, orderFormData: [story(), withAnswers(story(), { files })] }, { token: as });
    expect((await quote(token, [id])).status).toBe(200);
    const field = 'orderFormData[1].answers.files[0]';
    const words = ['This file hasn’t arrived. Wait for the upload to finish, or add it again.'];
    expect((await quote(other, [id])).body).toMatchObject({ errors: { [field]: words } });
    expect((await quote(token, [randomUUID()])).body).toMatchObject({ errors: { [field]: words } });
    expect((await quote(token, ['gone'])).body).toMatchObject({ errors: { [field]: words } });
    expect(
      (
        await quote(
          token,
          Array.from({ length: 6 }, () => randomUUID()),
        )
      ).body,
    ).toMatchObject({
      errors: { 'orderFormData[1].answers.files': ['Add at most 5.'] },
    });
    expect((await quote(token, [id, id])).body).toMatchObject({
      errors: { 'orderFormData[1].answers.files': ['Enter each one only once.'] },
    });
  });

  test('the owner lists and removes it, with its content', async () => {
    const { body: sent } = await upload(shop, token, samples.pdf, { name: 'a.pdf' });
    expect(await list()).toEqual([sent]);
    expect(lying(shop).kept).toContain(sent.id);
    expect((await shop.call('POST /api/files/remove', { id: sent.id }, { token })).status).toBe(204);
    expect((await content(sent.id)).status).toBe(404);
    await expect.poll(() => lying(shop).kept).not.toContain(sent.id);
  });
});

describe('clean-up', () => {
  test('an aborted upload leaves no file', async () => {
    await abortUpload(FILE_BYTES, 200);
    await expect.poll(coming).toBe(0);
    expect(lying(shop).coming).toEqual([]);
  });

  test('a file not ordered with in a day is deleted', async () => {
    await using one = await openShop({ environment: { RATE_LIMITS: 'off' } });
    const { id } = (await upload(one, await newToken(one), samples.txt)).body;
    await addUnfinishedUpload(one, one.clock.now());
    /** Several jobs at once, as on two nodes. */
    const forget = () => addJobs(one, 'files.deleteExpired', 4);
    const waiting = async () => (await jobsOfTask(one, 'files.deleteExpired')).length;
    one.clock.turn({ hours: 23, minutes: 59 });
    await forget();
    await expect.poll(waiting).toBe(0);
    expect(lying(one).kept).toEqual([id]);
    one.clock.turn({ minutes: 2 });
    await forget();
    await expect.poll(() => lying(one).kept).toEqual([]);
    expect(await fileRows(one)).toEqual([]);
  });

  test('a full disk: the upload gets 503 and leaves no file', async () => {
    await using one = await openShop({ environment: { RATE_LIMITS: 'off', FILES_FREE_MB: '999999999' } });
    const sent = await upload(one, await newToken(one), samples.txt);
    expect(getError(sent)).toEqual([503, 'We can’t accept files right now. Try again in a few minutes.']);
    expect(await fileRows(one)).toEqual([]);
    expect(lying(one)).toEqual({ kept: [], coming: [] });
  });
});

test('quota: of 100 uploads at once 60 are accepted', async () => {
  const sent = await Promise.all(Array.from({ length: 100 }, () => upload(shop, token, samples.txt)));
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = sent.filter(({ status }) => status === 400);
  expect(refused).toHaveLength(40);
  expect(refused[0]?.body.errors?.['']).toEqual([
    'You’ve uploaded the maximum number of files. Order with them or remove some. Unused files are deleted after a day.',
  ]);
  expect((await upload(shop, await newToken(), samples.txt)).status).toBe(200);
});

test('quota: announced uploads count before they arrive', async () => {
  const slow = Array.from({ length: 30 }, () => abortUpload(FILE_BYTES, 3_000));
  await expect.poll(coming).toBe(30);
  expect((await upload(shop, token, samples.txt)).status).toBe(400);
  await Promise.all(slow);
  await expect.poll(coming).toBe(0);
  expect((await upload(shop, token, samples.txt)).status).toBe(200);
});
