// Kinds of service of plugins: a brief is checked before it is accepted and a draft before it is delivered,
// and a kind that fails stops neither.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { test as base, describe, expect } from 'vitest';
import { readConfig, StartError } from '#platform/config/config.ts';
import { createModules } from '../src/app.ts';
import { checkPlugin } from '../src/server/plugins/check-plugin.ts';
import type { Plugin } from '../src/server/plugins/plugin.ts';
import { openPlugins } from '../src/server/plugins/use-plugins.ts';
import { type Operating, operating } from './support/desk.ts';
import { type Buyer, buyer, expectAudited, getErrors } from './support/money.ts';
import { whole } from './support/pieces.ts';
import { letRun } from './support/rows/jobs.ts';
import { bureauWith, CLOSED, examples, orderedSubtitles, subtitles, test } from './support/sample-shop.ts';
import { shop as openShop, type Shop } from './support/shop.ts';
import { mira, save, take } from './support/work.ts';

const at = 'orderFormData[0].answers.videoUrl';

const quote = (shop: Shop, { token }: Buyer, answers: object, language = 'en') =>
  shop.call(
    'POST /api/orders/quote',
    { currency: 0, couponCode: null, orderFormData: [subtitles(answers)] },
    { token, headers: { 'accept-language': language } },
  );

/** As the desk's page sends it. */
async function addFile(shop: Shop, { cookie }: Operating, pieceId: string, name: string, content: string): Promise<string> {
  const answer = await fetch(`${shop.urls.desk}/api/piece/add-file?${new URLSearchParams({ pieceId, name })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', origin: shop.urls.desk, cookie },
    body: content,
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { id: string }).id;
}

const cue = (from: string, to: string, text: string) => `1\n00:00:${from},000 --> 00:00:${to},000\n${text}\n\n`;
const GOOD = cue('01', '03', 'My father never looked at the sea.') + cue('04', '06', 'He listened to it.');
const OVERLAPPING = cue('01', '05', 'My father never looked at the sea.') + cue('04', '06', 'He listened to it.');

test('kind of a plugin: its checks of the brief, its maker, its checks of the draft and its file type apply, at the desk it is chosen and published', async ({
  folder,
}) => {
  await bureauWith(folder, 'subtitle-tools:subtitles', ['fanfare-subtitles-plugin']);
  await using shop = await openShop({ folder, makers: 'own', environment: { RATE_LIMITS: 'off' } });
  const ada = await buyer(shop);
  const playlist = { videoUrl: 'https://www.youtube.com/playlist?list=1' };
  expect(getErrors(await quote(shop, ada, playlist))).toEqual([
    400,
    { [at]: ['This is a playlist or a channel. Send the link to one video.'] },
  ]);
  expect(getErrors(await quote(shop, ada, playlist, 'es'))).toEqual([
    400,
    { [at]: ['Es una lista o un canal. Envía el enlace a un solo vídeo.'] },
  ]);
  expect(getErrors(await quote(shop, ada, { targetLanguage: 'no' }))).toMatchObject([
    400,
    { 'orderFormData[0].answers.targetLanguage': [/spoken/] },
  ]);
  expect((await quote(shop, ada, {})).body).toMatchObject({ lines: [{ review: false }] });
  expect((await quote(shop, ada, { videoUrl: CLOSED })).body).toMatchObject({ lines: [{ review: true }] });

  const { who, orderId, pieceId } = await orderedSubtitles(shop, { videoUrl: CLOSED });
  const owner = await operating(shop, 'owner');
  const piece = async () => (await owner.call('GET /api/piece', { pieceId })).body;
  expect((await piece()).held).toMatchObject({
    words: 'films.example',
    by: { label: 'Subtitles', says: expect.stringContaining('account') },
  });
  expect((await owner.call('POST /api/queue/take', { pieceId })).status).toBe(400);
  expect((await owner.call('POST /api/piece/release-brief', { pieceId, why: 'I can watch it.' })).status).toBe(204);
  await letRun(shop, 'fulfilment.makePieces');
  expect((await piece()).draft?.text).toContain(`# Transcript\n\n${CLOSED}`);

  await owner.call('POST /api/queue/take', { pieceId });
  const { draft } = await piece();
  const { body: saved } = await owner.call('POST /api/piece/draft', {
    pieceId,
    version: draft?.version,
    text: 'The transcript: he listened to the sea.',
  });
  // A person has written the text anew.
  const howMade = { kind: 'person', tools: [] } as const;
  const deliver = () => owner.call('POST /api/piece/deliver', { pieceId, version: saved.version, howMade });
  expect(getErrors(await deliver())).toMatchObject([
    400,
    { why: ['Give a reason to deliver it anyway:', 'Subtitles: There is no .srt or .vtt file.'] },
  ]);
  const bad = await addFile(shop, owner, pieceId, 'sea.srt', OVERLAPPING);
  const { body: report } = await owner.call('POST /api/piece/check', { pieceId });
  expect(report.checks[0]).toMatchObject({
    ...{ title: 'Subtitles', state: 'wrong', sentence: 'One finding.' },
    findings: [{ quoted: expect.stringContaining('sea.srt'), what: 'Subtitle 2 begins before the one before it ends.' }],
  });
  // Neither length nor overlap suit subtitles.
  expect(report.checks.slice(1).map(({ name }) => name)).toEqual(['placeholders', 'links', 'spelling']);
  expect(getErrors(await deliver())).toMatchObject([400, { why: [/anyway/, /^Subtitles: sea\.srt: Subtitle 2 begins before/] }]);
  await owner.call('POST /api/piece/remove-file', { pieceId, fileId: bad });
  await addFile(shop, owner, pieceId, 'sea.srt', GOOD);
  expect([(await deliver()).status, (await piece()).deliveries[0]?.passport.checks]).toMatchObject([
    200,
    { ofKind: { label: 'Subtitles', findings: [] } },
  ]);
  expect((await whole(shop, who, orderId)).deliveries[0]?.files.map(({ name }) => name)).toEqual(['sea.srt']);

  // At the desk the kind is one of a list, and a version of the file.
  const kinds = [{ name: 'subtitle-tools:subtitles', label: 'Subtitles', maker: 'subtitle-tools:sheet', delivers: ['article'] }];
  expect((await owner.call('GET /api/offers')).body.pluginKinds).toEqual(kinds);
  const { body: guide } = await owner.call('GET /api/setup');
  expect(guide.steps.find(({ step }) => step === 'service')?.lines.join(' ')).toContain('briefs and deliveries of: Subtitles.');
  const { body: file } = await owner.call('GET /api/catalogue/file', { file: 'subtitles.yaml' });
  const publish = (kind: string, from: number) =>
    owner.call('POST /api/catalogue/save', { file: 'subtitles.yaml', service: { ...file.service, kind }, from, why: 'another kind' });
  expect(getErrors(await publish('gone:subtitles', file.number))).toMatchObject([400, { kind: [/No plugin of this shop has this kind/] }]);
  expect((await publish('service', file.number)).body.saved).toBe(true);
  expect((await quote(shop, ada, playlist)).status).toBe(200);
  expect((await publish('subtitle-tools:subtitles', file.number + 1)).body.saved).toBe(true);
  expect((await quote(shop, ada, playlist)).status).toBe(400);
  await expectAudited(shop);
});

/** Fails as the link to the video and the text of the draft say. */
const failing = `const broken = {
  throws: async () => { throw new Error('secret words') },
  nonsense: () => [{ field: 'gone', outcome: 'refuse', message: { en: 'No.' } }],
  hangs: () => { for (;;); },
};
const it = {
  label: 'Bad',
  checkBrief: ({ answers }) => broken[new URL(answers.videoUrl).pathname.slice(1)]?.() ?? [],
  checkDelivery: ({ text }) => broken[text.trim()]?.() ?? [],
};
export default { name: 'bad', serviceKinds: { it } };
`;

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern.
const failingTest = base.extend('failingShop', { scope: 'file' }, async ({}, { onCleanup }): Promise<Shop> => {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-kinds-'));
  await bureauWith(folder, 'bad:it', ['./bad.js']);
  await writeFile(join(folder, 'bad.js'), failing);
  const shop = await openShop({ folder, environment: { RATE_LIMITS: 'off' } });
  onCleanup(() => shop.close().then(() => rm(folder, { recursive: true })));
  return shop;
});

describe('kind that fails', () => {
  // The last one, because the kind is not asked for a while after it hung.
  failingTest.for<readonly [string, RegExp, RegExp]>([
    ['throws', /it failed/, /^Bad: Not checked, because it failed \(It failed: Error\)\. Check it yourself\.$/],
    ['nonsense', /"gone" is no question of the brief/, /^Bad: Not checked, because it failed \(The plugin answers no findings/],
    ['hangs', /it took too long/, /^Bad: Not checked, because it failed/],
  ])('%s: the order is accepted, and a person looks at its brief and its draft', async ([error, why, concern], { failingShop: shop }) => {
    const { pieceId } = await orderedSubtitles(shop, { videoUrl: `https://vimeo.com/${error}` });
    const owner = await operating(shop, 'owner');
    const { held } = (await owner.call('GET /api/piece', { pieceId })).body;
    expect(held?.by).toMatchObject({ label: 'Bad', says: expect.stringMatching(why) });
    await owner.call('POST /api/piece/release-brief', { pieceId, why: 'It is fine.' });
    await owner.call('POST /api/queue/take', { pieceId });
    const text = error === 'hangs' ? 'throws' : error;
    const { body: saved } = await owner.call('POST /api/piece/draft', { pieceId, version: 0, text });
    const deliver = (more: object) => owner.call('POST /api/piece/deliver', { pieceId, version: saved.version, ...more });
    const refused = await deliver({});
    expect(getErrors(refused)).toMatchObject([400, { why: [/anyway/, concern] }]);
    expect((await deliver({ why: 'I have read it.' })).status).toBe(200);
    expect(JSON.stringify([held, refused.body])).not.toContain('secret words');
  });

  failingTest(
    'whose plugin is gone: the start names the service, unless it is archived; people look at its open pieces',
    async ({ failingShop: shop }) => {
      const { pieceId } = await orderedSubtitles(shop, { videoUrl: 'https://vimeo.com/fine' });
      const { shopDir, dataDir } = shop.ctx.config;
      await rm(join(shopDir, 'plugins.yaml'));
      const { config } = readConfig({ NODE_ENV: 'test', SHOP_DIR: shopDir, DATA_DIR: dataDir });
      const start = () => createModules({ config, connection: shop.connection, log: pino({ level: 'silent' }), clock: shop.clock });
      const error = await start().catch((cause: unknown) => cause);
      expect(error instanceof StartError && error.lines).toEqual([
        'The service subtitles has the kind "bad:it", which no plugin has. Name its plugin in shop/plugins.yaml, or give the service "state: archived" or "kind: service".',
      ]);
      const owner = await operating(shop, 'owner');
      const { body: file } = await owner.call('GET /api/catalogue/file', { file: 'subtitles.yaml' });
      const archived = { file: 'subtitles.yaml', service: { ...file.service, state: 'archived' }, from: file.number, why: 'no plugin' };
      expect((await owner.call('POST /api/catalogue/save', archived)).body.saved).toBe(true);
      await owner.call('POST /api/piece/release-brief', { pieceId, why: 'It is fine.' });
      await take(shop, mira, pieceId);
      await save(shop, mira, pieceId, 'A transcript.');
      const modules = await start();
      const { concerns } = await modules.commerce.fulfilment.desk.review(pieceId);
      modules.stop();
      const sentence = 'Not checked, because no plugin of this shop has this kind. Check it yourself.';
      expect(concerns.map(({ values }) => values)).toContainEqual({ title: 'bad:it', sentence });
    },
  );
});

describe('plugins.yaml and test kit', () => {
  const subtitleTools = async () => ((await import(`${examples}/subtitles-plugin/plugin.js`)) as { default: Plugin }).default;

  test('the example has no error', async () => expect(await checkPlugin(await subtitleTools())).toEqual([]));

  test.for([
    ['an unknown check', { label: 'x', checks: ['taste'] }, /is no plugin: serviceKinds\.it\.checks\.0/],
    ['an unknown part', { label: 'x', checkBreif: () => [] }, /serviceKinds\.it\.checkBreif is unknown/],
    ['a maker that the plugin does not have', { label: 'x', maker: 'bad:gone' }, /serviceKinds\.it\.maker: it has no maker bad:gone/],
  ] as const)('%s stops the start', async ([, kind, reason], { folder, write }) => {
    await write('plugins.yaml', 'plugins: [./plugins/bad.js]\n');
    const parts = JSON.stringify({ ...kind, checkBreif: undefined }).slice(1, -1);
    const more = 'checkBreif' in kind ? ', checkBreif: () => []' : '';
    await write('plugins/bad.js', `export default { name: 'bad', serviceKinds: { it: { ${parts}${more} } } };\n`);
    const error = await openPlugins(folder).catch((cause: unknown) => cause);
    expect(error instanceof StartError && error.lines.join('\n')).toMatch(reason);
  });

  test.for<readonly [string, object, RegExp]>([
    [
      'throws at a brief without answers',
      { checkBrief: ({ answers }: { answers: { notes: string } }) => [answers.notes.trim()].slice(1) },
      /serviceKinds\.it\.checkBrief throws/,
    ],
    [
      'names no question',
      { checkBrief: () => [{ field: 'taste', outcome: 'refuse', message: { en: 'No.' } }] },
      /"taste" is no question of the brief/,
    ],
    [
      'has no English message',
      { checkBrief: () => [{ field: 'notes', outcome: 'review', message: { es: 'No.' } }] },
      /checkBrief answers no findings: 0\.message/,
    ],
    ['answers nothing', { checkDelivery: () => undefined }, /serviceKinds\.it\.checkDelivery answers no findings/],
    ['never answers', { checkDelivery: () => new Promise(() => undefined) }, /checkDelivery gives no answer in 0\.1 s/],
  ])('test kit: a kind that %s is found', async ([, parts, error]) => {
    const plugin = { name: 'bad', serviceKinds: { it: { label: 'Bad', ...parts } } } as unknown as Plugin;
    expect((await checkPlugin(plugin, {}, { kindSeconds: 0.1 })).join('\n')).toMatch(error);
  });
});
