// Notes and tags of customers at the desk: who may write them, their limits, and what remains after an export
// and an erasure.
import { askToClose, codeIn, expectNowhere, letTheHourCome, PASSWORD, WEEK } from '../../../tests/support/accounts.ts';
import { atDesk, operating } from '../../../tests/support/desk.ts';
import { buyer } from '../../../tests/support/money.ts';
import { accountId } from '../../../tests/support/rows/accounts.ts';
import { listAudit } from '../../../tests/support/rows/desk.ts';
import { test as base, describe, expect } from '../../../tests/support/shop.ts';
import { MAX_TAGS } from './rules.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

describe('notes', () => {
  test('a note has its author and time, newest first, and the audit log does not repeat its text', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support', { name: 'Sina' })];
    const id = await accountId(shop, ada.email);
    expect((await support.call('POST /api/customer/note', { id, text: ' Pays late.\r\nNever calls. ' })).status).toBe(204);
    const first = shop.clock.now().toISOString();
    shop.clock.turn({ minutes: 5 });
    await support.call('POST /api/customer/note', { id, text: '<b>Likes tables</b>' });
    const { notes } = (await support.call('GET /api/customer/notes', { id })).body;
    expect(notes.map(({ text, author, createdAt }) => [text, author, createdAt])).toEqual([
      ['<b>Likes tables</b>', 'Sina', shop.clock.now().toISOString()],
      ['Pays late.\nNever calls.', 'Sina', first],
    ]);
    const lines = await listAudit(shop, id);
    expect(lines.map(({ act, operatorId }) => [act, operatorId])).toEqual([
      ['customer.note', support.id],
      ['customer.note', support.id],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Pays late|Likes/);
  });

  test('a deleted note is gone, and the audit log says who deleted whose', async ({ shop }) => {
    const [ada, ben] = [await buyer(shop), await buyer(shop)];
    const [support, manager] = [await operating(shop, 'support'), await operating(shop, 'manager')];
    const [id, other] = [await accountId(shop, ada.email), await accountId(shop, ben.email)];
    await support.call('POST /api/customer/note', { id, text: 'A slip.' });
    const note = (await support.call('GET /api/customer/notes', { id })).body.notes[0]?.id ?? '';
    expect((await manager.call('POST /api/customer/remove-note', { id: other, note })).status, 'a note of somebody else').toBe(404);
    expect((await manager.call('POST /api/customer/remove-note', { id, note })).status).toBe(204);
    expect((await manager.call('POST /api/customer/remove-note', { id, note })).status).toBe(404);
    expect((await support.call('GET /api/customer/notes', { id })).body.notes).toEqual([]);
    expect((await listAudit(shop, id)).at(-1)).toMatchObject({ act: 'customer.removeNote', operatorId: manager.id });
  });

  test('an empty, an endless and a 201st note are refused by name', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    const id = await accountId(shop, ada.email);
    const add = (text: string) => support.call('POST /api/customer/note', { id, text });
    expect(await add(' \n ')).toMatchObject({ status: 400, body: { errors: { text: ['Enter a note.'] } } });
    expect((await add('x'.repeat(2_001))).status).toBe(400);
    for (let count = 0; count < 199; count++) await add(`Note ${count}`);
    const answers = await Promise.all(Array.from({ length: 4 }, (_, count) => add(`Last ${count}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      errors: { text: ['A customer has at most 200 notes. Delete one first.'] },
    });
  });
});

describe('tags', () => {
  test('tags are one whatever their case and spaces, keep the first spelling, and are listed by the alphabet', async ({ shop }) => {
    const [ada, ben, support] = [await buyer(shop), await buyer(shop), await operating(shop, 'support')];
    const [id, other] = [await accountId(shop, ada.email), await accountId(shop, ben.email)];
    const add = (to: string, tag: string) => support.call('POST /api/customer/add-tag', { id: to, tag });
    for (const tag of ['  Press   contact ', 'VIP', 'vip', 'ｖｉｐ']) expect((await add(id, tag)).status).toBe(204);
    await add(other, 'PRESS CONTACT');
    const listTags = async (of: string) => (await support.call('GET /api/customer/notes', { id: of })).body.tags;
    expect(await listTags(id)).toEqual(['Press contact', 'VIP']);
    expect(await listTags(other)).toEqual(['Press contact']);
    expect((await support.call('GET /api/customers/tags')).body).toEqual(['Press contact', 'VIP']);
    expect((await support.call('POST /api/customer/remove-tag', { id, tag: 'press contact' })).status).toBe(204);
    expect((await support.call('POST /api/customer/remove-tag', { id, tag: 'press contact' })).status).toBe(204);
    expect(await listTags(id)).toEqual(['VIP']);
    expect((await listAudit(shop, id)).map(({ act }) => act)).toEqual(['customer.tag', 'customer.tag', 'customer.untag']);
  });

  test('an unusable tag and a 21st one are refused by name, also at the same moment', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    const id = await accountId(shop, ada.email);
    const add = (tag: string) => support.call('POST /api/customer/add-tag', { id, tag });
    const rule = { errors: { tag: ['Enter a tag of at most 30 characters, without commas or semicolons.'] } };
    for (const tag of ['', ' ', 'a,b', 'a;b', 'x'.repeat(31)]) expect(await add(tag)).toMatchObject({ status: 400, body: rule });
    const answers = await Promise.all(Array.from({ length: MAX_TAGS + 3 }, (_, count) => add(`tag ${count}`)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(MAX_TAGS);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      errors: { tag: ['A customer has at most 20 tags. Remove one first.'] },
    });
    expect((await add('tag 0')).status, 'a tag that is there already').toBe(204);
  });
});

describe('access', () => {
  test('a maker, a customer and a stranger can neither read nor write', async ({ shop }) => {
    const [ada, maker] = [await buyer(shop), await operating(shop, 'maker')];
    const id = await accountId(shop, ada.email);
    const note = crypto.randomUUID();
    const posts = { note: { id, text: 'x' }, 'remove-note': { id, note }, 'add-tag': { id, tag: 'x' }, 'remove-tag': { id, tag: 'x' } };
    for (const [path, sent] of Object.entries(posts)) {
      const call = `POST /api/customer/${path}` as 'POST /api/customer/note';
      expect((await maker.call(call, sent)).status, path).toBe(403);
      expect((await atDesk(shop, call, sent)).status, path).toBe(401);
      const asCustomer = await fetch(`${shop.urls.desk}/api/customer/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: shop.urls.desk, authorization: `Bearer ${ada.token}` },
        body: JSON.stringify(sent),
      });
      expect(asCustomer.status, path).toBe(401);
    }
    expect((await maker.call('GET /api/customer/notes', { id })).status).toBe(403);
    expect((await maker.call('GET /api/customers/tags')).status).toBe(403);
    expect((await atDesk(shop, 'GET /api/customer/notes', { id })).status).toBe(401);
  });

  test('an unknown customer gets no note and no tag', async ({ shop }) => {
    const support = await operating(shop, 'support');
    const id = crypto.randomUUID();
    expect((await support.call('POST /api/customer/note', { id, text: 'x' })).status).toBe(404);
    expect((await support.call('POST /api/customer/add-tag', { id, tag: 'x' })).status).toBe(404);
  });
});

describe('personal data', () => {
  test('the customer’s export has the notes and tags without the author, and erasure deletes them', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support', { name: 'Sina Support' })];
    const id = await accountId(shop, ada.email);
    await support.call('POST /api/customer/note', { id, text: 'Prefers calls.' });
    await support.call('POST /api/customer/add-tag', { id, tag: 'Gone soon' });
    await shop.call('POST /api/Accounts/ask-export', { currentPassword: PASSWORD }, { token: ada.token });
    const { text } = await shop.mail(ada.email, /Your data/);
    const { body } = await shop.call('POST /api/Accounts/fetch-export', { code: codeIn(text) });
    expect(body).toMatchObject({ notesOfStaff: [{ text: 'Prefers calls.' }], tagsOfStaff: [{ tag: 'Gone soon' }] });
    expect(JSON.stringify(body)).not.toContain('Sina Support');

    expect((await askToClose(shop, ada.token)).status).toBe(200);
    shop.clock.turn(WEEK);
    await letTheHourCome(shop);
    await expectNowhere(shop, ['Prefers calls', 'Gone soon']);
    const late = await operating(shop, 'support');
    expect((await late.call('GET /api/customer/notes', { id })).body).toEqual({ tags: [], notes: [] });
    expect((await late.call('POST /api/customer/note', { id, text: 'Too late' })).status).toBe(404);
  });
});
