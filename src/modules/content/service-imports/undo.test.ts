// Undo of imports of services: what is removed, restored, archived, and kept.
import { operating } from '../../../../tests/support/desk.ts';
import { buyer, funded, order } from '../../../../tests/support/money.ts';
import { listAudit } from '../../../../tests/support/rows/desk.ts';
import { fileAtDesk, publishService, sendServiceRows, serviceRow, undoServices } from '../../../../tests/support/service-imports.ts';
import { test as base, describe, expect, shop as openShop } from '../../../../tests/support/shop.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });

describe('undo', () => {
  test('services that were never published are removed, others are archived or stay, each with its reason', async () => {
    await using shop = await openShop({ environment });
    const manager = await operating(shop, 'manager');
    const slugs = ['never-sold', 'was-edited', 'was-sold', 'was-ordered', 'in-bundle'];
    const { body } = await sendServiceRows(
      shop,
      manager,
      '',
      slugs.map((slug) => serviceRow(slug)),
    );
    const edited = await fileAtDesk(manager, 'was-edited');
    await manager.call('POST /api/catalogue/save', {
      file: edited.file,
      service: { ...edited.service, revisions: 5 },
      from: 1,
      why: 'more rounds',
    });
    for (const slug of ['was-sold', 'was-ordered']) await publishService(manager, slug);
    await sendServiceRows(shop, manager, '', [serviceRow('a-bundle', { kind: 'bundle', 'offers.pieces': '2 x in-bundle-1' })]);
    const ada = await buyer(shop);
    await funded(shop, ada, 100_000);
    const answers = { brandName: 'Loaf', language: 'en', tone: 'warm', rightsConfirmed: true };
    const line = { offerId: 'was-ordered-1', quantity: 1, platform: null, answers };
    expect(await order(shop, ada, { lines: [line], price: 25_000, payFromBalance: true })).toMatchObject({ status: 200 });

    const undone = await undoServices(manager, body.importId);
    expect(undone.body.removed).toBe(1);
    expect(Object.fromEntries(undone.body.kept.map(({ file, reason }) => [file.replace('.yaml', ''), reason]))).toEqual({
      'was-edited': 'was edited after the import',
      'was-sold': 'was published after the import, so it is archived',
      'was-ordered': 'has been ordered, so it is archived',
      'in-bundle': 'is part of a bundle',
    });
    const { body: catalogue } = await manager.call('GET /api/catalogue');
    const states = Object.fromEntries(catalogue.services.map(({ slug, state }) => [slug, state]));
    expect(states).toMatchObject({ 'was-sold': 'archived', 'was-ordered': 'archived', 'in-bundle': 'archived' });
    expect(states).not.toHaveProperty('never-sold');
    expect(await undoServices(manager, body.importId)).toMatchObject({
      status: 400,
      body: { errors: { '': ['This import was already undone.'] } },
    });
    expect((await listAudit(shop, body.importId ?? '')).at(-1)).toMatchObject({
      act: 'services.undoImport',
      after: { removed: 1, restored: 0, kept: 4 },
    });

    // Its number stays its own.
    const again = await sendServiceRows(shop, manager, '', [serviceRow('never-sold'), serviceRow('another')]);
    expect(again.body.rows.map(({ outcome }) => outcome)).toEqual(['create', 'create']);
    const numbers = new Map((await manager.call('GET /api/catalogue')).body.services.map(({ slug, type }) => [slug, type]));
    expect([numbers.get('never-sold'), numbers.get('another')]).toEqual([100, 106]);
  });

  test('two operators undo one import at once: it is taken back once', async ({ shop }) => {
    const [one, two] = [await operating(shop, 'manager'), await operating(shop, 'owner')];
    const { body } = await sendServiceRows(shop, one, '', [serviceRow('twice-undone')]);
    const answers = await Promise.all([one, two].map((operator) => undoServices(operator, body.importId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ removed: 1, restored: 0, kept: [] });
  });

  test('an import that does not exist is a 404', async ({ shop }) => {
    expect((await undoServices(await operating(shop, 'manager'), crypto.randomUUID())).status).toBe(404);
  });
});

test('300 services are imported and undone', async () => {
  await using shop = await openShop({ environment });
  const manager = await operating(shop, 'manager');
  const { status, body } = await sendServiceRows(
    shop,
    manager,
    '',
    Array.from({ length: 300 }, (_, index) => serviceRow(`bulk-${index}`)),
  );
  expect([status, body]).toMatchObject([200, { rows: expect.any(Array) }]);
  expect(body.rows.filter(({ outcome }) => outcome === 'create')).toHaveLength(300);
  expect((await undoServices(manager, body.importId)).body).toEqual({ removed: 300, restored: 0, kept: [] });
});
