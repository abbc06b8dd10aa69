// Moves at the desk: files with columns mapped by hand, a dry run, the run, invitations, history and undo.
import { logIn } from '../../../tests/support/accounts.ts';
import { type Operating, operating } from '../../../tests/support/desk.ts';
import { auditedTest } from '../../../tests/support/money.ts';
import { agency, type Files } from '../../../tests/support/moves.ts';
import { accountId } from '../../../tests/support/rows/accounts.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';

const test = auditedTest({ environment: { RATE_LIMITS: 'off', DATABASE_POOL: '8' } });

async function upload(shop: Shop, { cookie }: Operating, id: string, files: Files) {
  let body: { name: string; rows: number; columns: object | null }[] = [];
  for (const [name, text] of Object.entries(files)) {
    const answer = await fetch(`${shop.urls.desk}/api/moving/upload?${new URLSearchParams({ id, name })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', origin: shop.urls.desk ?? '', cookie },
      body: text,
    });
    expect(answer.status).toBe(200);
    body = await answer.json();
  }
  return body;
}

const findRun = async (owner: Operating, id: string) => (await owner.call('GET /api/moving')).body.find((run) => run.id === id);

describe('a move at the desk', () => {
  test('is checked, run with a report, found by the old numbers, read by its client, told in waves and undone', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const id = crypto.randomUUID();
    const files = agency(3, { orders: 4, invoices: 2, domain: 'desk.example' });
    const renamed = files['clients.csv']?.replace('email,name', 'mail of the client,name') ?? '';
    const invoices = `${files['invoices.csv']}\nPDF-1,client0@desk.example,2024-05-01,8.00,2.00,10.00,EUR,false,2024-06-01,one.pdf\n`;
    const listed = await upload(shop, owner, id, { ...files, 'clients.csv': renamed, 'invoices.csv': invoices, 'one.pdf': '%PDF-1.4 old' });
    expect(listed.find(({ name }) => name === 'orders.csv')).toMatchObject({ rows: 4, columns: { number: 0, email: 1 } });
    const columns = { clients: { email: 0, name: 1, country: 4, tags: 9 } };
    const unmapped = await owner.call('POST /api/moving/check', { id, system: 'csv', columns: {} });
    expect(unmapped.body.errors[0]).toEqual({ file: 'clients.csv', line: 2, field: 'email', error: 'This field is empty.' });
    const { body: checked } = await owner.call('POST /api/moving/check', { id, system: 'csv', columns });
    expect(checked).toMatchObject({ errors: [], counts: { clients: 3, orders: 4, invoices: 3 }, firstCharges: [{ by: 'card' }] });

    expect((await owner.call('POST /api/moving/run', { id, system: 'csv', columns })).status).toBe(204);
    await expect.poll(async () => (await findRun(owner, id))?.state).toBe('done');
    expect(await findRun(owner, id)).toMatchObject({ written: 15, invited: 0, uninvited: 3, operator: expect.any(String) });
    await expect.poll(() => shop.sql('select from move_file where run_id = $1', [id])).toEqual([]);
    expect((await owner.call('POST /api/moving/run', { id, system: 'csv', columns })).status).toBe(400);

    const customer = await accountId(shop, 'client0@desk.example');
    expect((await owner.call('GET /api/find', { q: 'old-desk.example-3' })).body).toMatchObject([
      { kind: 'order', path: `/customers/${customer}` },
    ]);
    expect((await owner.call('GET /api/customer/history', { id: customer })).body.invoices[0]).toMatchObject({
      number: 'PDF-1',
      open: 1_000,
      hasFile: true,
    });

    const invite = (count: number) => owner.call('POST /api/moving/invite', { id, count });
    expect([(await invite(2)).body, (await invite(5)).body, (await invite(5)).body]).toEqual([
      { invited: 2, left: 1 },
      { invited: 1, left: 0 },
      { invited: 0, left: 0 },
    ]);
    expect((await shop.mail('client0@desk.example', /Your account at/)).text).toContain('/account/login');
    expect((await shop.mails('client0@desk.example')).length).toBe(1);

    expect((await owner.call('POST /api/moving/undo', { id })).body).toMatchObject({ counts: { clients: 3, balances: 3 }, warnings: [] });
    expect((await owner.call('POST /api/moving/undo', { id })).status).toBe(400);
    expect(await findRun(owner, id)).toMatchObject({ state: 'undone' });
  });

  test('with errors: ends as refused, its report says why, and it starts again with a better file', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const id = crypto.randomUUID();
    await upload(shop, owner, id, {
      'orders.csv': 'number,email,status,price,currency,createdAt\n1,x@desk2.example,delivered,1,EUR,2024-01-01\n',
    });
    await owner.call('POST /api/moving/run', { id, system: 'csv', columns: {} });
    await expect.poll(async () => (await findRun(owner, id))?.state).toBe('failed');
    expect((await findRun(owner, id))?.errors).toMatchObject([{ line: 2, field: 'email' }]);
    await upload(shop, owner, id, { 'clients.csv': 'email,passwordHash\nx@desk2.example,$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0\n' });
    await owner.call('POST /api/moving/run', { id, system: 'csv', columns: {} });
    await expect.poll(async () => (await findRun(owner, id))?.state).toBe('done');
    const { token } = await logIn(shop, 'x@desk2.example', { password: 'test12345' });
    expect((await shop.call('GET /api/history', undefined, { token })).body).toMatchObject({ orders: [{ number: '1' }], invoices: [] });
    const manager = await operating(shop, 'manager');
    expect((await manager.call('GET /api/moving')).status).toBe(403);
  });
});
