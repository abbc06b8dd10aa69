// Imports of customers at the desk: preview, dry run, import, undo, and what each refuses.
import { codeIn, logIn, PASSWORD } from '../../../../tests/support/accounts.ts';
import { type Operating, operating } from '../../../../tests/support/desk.ts';
import { buyer } from '../../../../tests/support/money.ts';
import { accountEmails, accountId } from '../../../../tests/support/rows/accounts.ts';
import { listAudit, refuseNotes } from '../../../../tests/support/rows/desk.ts';
import { outboxMails } from '../../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import type { ImportOutcome, ImportPreview, ImportRequest } from './shapes.ts';

const environment = { RATE_LIMITS: 'off', DATABASE_POOL: '8' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });

type Step = '/preview' | '/check' | '';
type Answer<Body> = { readonly status: number; readonly body: Body & { readonly errors?: object } };

async function send<Body = ImportOutcome>(
  shop: Shop,
  { cookie }: Pick<Operating, 'cookie'>,
  step: Step,
  file: string | Uint8Array<ArrayBuffer> | ReadableStream,
  request: Partial<ImportRequest> = {},
): Promise<Answer<Body>> {
  const query = new URLSearchParams({ file: 'clients.csv', ...(request as Record<string, string>) });
  const answer = await fetch(`${shop.urls.desk}/api/customers/import${step}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', origin: shop.urls.desk, cookie },
    body: file,
    // For a stream, whose length is not announced.
    duplex: 'half',
  } as RequestInit);
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

let made = 0;
const somebody = (): string => {
  made += 1;
  return `imported${made}@clients.example`;
};
const undo = (operator: Operating, id: string | null) => operator.call('POST /api/customers/import/undo', { id });

describe('preview', () => {
  test('the first rows, the number of all, and the columns that the head names', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const file = `Name;E-mail;Tags\n${Array.from({ length: 7 }, (_, row) => `Ada ${row};a${row}@b.example;x`).join('\n')}`;
    const { status, body } = await send<ImportPreview>(shop, manager, '/preview', file);
    expect([status, body]).toEqual([
      200,
      {
        head: ['Name', 'E-mail', 'Tags'],
        sample: Array.from({ length: 5 }, (_, row) => [`Ada ${row}`, `a${row}@b.example`, 'x']),
        rows: 7,
        columns: { email: 1, name: 0, tags: 2 },
      },
    ]);
  });

  test.for<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['without a row', 'name,email\n', 'The file has no rows below its first row, which names the columns.'],
    ['empty', '', 'The file has no rows below its first row, which names the columns.'],
    [
      'in UTF-16',
      Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0),
      'The file’s encoding isn’t recognized. Save it as “CSV UTF-8” and try again.',
    ],
    ['that is a picture', Uint8Array.of(0x89, 0x50, 0, 0), 'This isn’t a CSV file. In your spreadsheet program, save it as “CSV UTF-8”.'],
    ['with 5,001 rows', `email\n${'a@b.example\n'.repeat(5_001)}`, 'The file has more than 5,000 rows. Split it and import the parts.'],
  ])('a file %s is refused in a plain sentence', async ([, file, sentence], { shop }) => {
    const manager = await operating(shop, 'manager');
    expect(await send(shop, manager, '/preview', file)).toMatchObject({ status: 400, body: { errors: { file: [sentence] } } });
  });

  test('a file of more than two megabytes is refused, announced or not', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const file = new TextEncoder().encode(`email\n${'x'.repeat(2 * 1024 * 1024)}`);
    for (const body of [file, new Blob([file]).stream()]) expect((await send(shop, manager, '/preview', body)).status).toBe(413);
  });
});

describe('dry run and import', () => {
  test('the dry run changes nothing and says what the import then does, without an email', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager', { name: 'Maren' })];
    const [one, two] = [somebody(), somebody()];
    await manager.call('POST /api/customer/add-tag', { id: await accountId(shop, ada.email), tag: 'Key Account' });
    const file = `\uFEFFemail,name,language,tags,notes\r\n${one},Grace Hopper,en,"key account, navy","Met in ""Oslo"""\r\n${ada.email},Ada,,,\r\nnonsense,,,,\r\n${two},山田 太郎,ja,,\r\n${one},,,,\r\n`;
    const columns = { email: 0, name: 1, language: 2, tags: 3, notes: 4 };
    const [emails, mails] = [await accountEmails(shop), (await outboxMails(shop)).length];
    const dry = await send(shop, manager, '/check', file, columns);
    expect(dry.body.rows).toEqual([
      { line: 2, email: one, outcome: 'create', reason: null },
      { line: 3, email: ada.email, outcome: 'exists', reason: null },
      { line: 4, email: 'nonsense', outcome: 'refuse', reason: 'Email: this is not an email address.' },
      { line: 5, email: two, outcome: 'create', reason: null },
      { line: 6, email: one, outcome: 'refuse', reason: 'Email: the same address is in line 2.' },
    ]);
    expect(dry.body.importId).toBeNull();
    expect(await accountEmails(shop)).toEqual(emails);

    const { body } = await send(shop, manager, '', file, columns);
    expect(body.rows).toEqual(dry.body.rows);
    expect((await accountEmails(shop)).toSorted()).toEqual([...emails, one, two].toSorted());
    expect(await outboxMails(shop)).toHaveLength(mails);
    const id = await accountId(shop, one);
    const { body: customer } = await manager.call('GET /api/customer', { id });
    expect(customer).toMatchObject({ name: 'Grace Hopper', locale: 'en', verifiedAt: null, sessions: 0 });
    const { body: record } = await manager.call('GET /api/customer/notes', { id });
    expect(record).toMatchObject({ tags: ['Key Account', 'navy'], notes: [{ text: 'Met in "Oslo"', author: 'Maren' }] });
    const listed = (await manager.call('GET /api/customers/imports')).body.find(({ id }) => id === body.importId);
    expect(listed).toMatchObject({
      fileName: 'clients.csv',
      operator: 'Maren',
      created: 2,
      skipped: 1,
      refused: 2,
      undoneAt: null,
    });
    const lines = await listAudit(shop, body.importId ?? '');
    expect(lines).toMatchObject([{ act: 'customers.import', operatorId: manager.id, after: { created: 2, skipped: 1, refused: 2 } }]);
    expect(JSON.stringify(lines)).not.toContain(one);
  });

  test('an imported customer cannot log in until they set a password through “forgot password”', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const email = somebody();
    await send(shop, manager, '', `email\n${email}`, { email: 0 });
    for (const password of ['', PASSWORD]) {
      const { status } = await shop.call('POST /api/Accounts/login', { email, password });
      expect(status).toBe(400);
    }
    await shop.call('POST /api/Accounts/forgot-password', { email });
    const code = codeIn((await shop.mail(email, /password/i)).text);
    const password = 'seven-grey-herons';
    expect((await shop.call('POST /api/Accounts/reset-password', { email, code, password, repeatedPassword: password })).status).toBe(204);
    expect((await shop.call('POST /api/Accounts/login', { email, password })).status).toBe(200);
  });

  test('two operators import the same file at once: each customer is created once', async ({ shop }) => {
    const [one, two] = [await operating(shop, 'manager'), await operating(shop, 'owner')];
    const file = `email\n${Array.from({ length: 50 }, () => somebody()).join('\n')}`;
    const answers = await Promise.all([one, two].map((operator) => send(shop, operator, '', file, { email: 0 })));
    const created = answers.map(({ body }) => body.rows.filter(({ outcome }) => outcome === 'create').length);
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(50);
  });

  test('a failure in the middle leaves nothing behind', async () => {
    await using shop = await openShop({ environment });
    const manager = await operating(shop, 'manager');
    await refuseNotes(shop, 'unlucky');
    const file = `email,notes,tags\n${[...Array.from({ length: 1_500 }, () => `${somebody()},fine,VIP`), `${somebody()},unlucky,VIP`].join('\n')}`;
    expect((await send(shop, manager, '', file, { email: 0, notes: 1, tags: 2 })).status).toBe(500);
    expect(await accountEmails(shop)).toEqual([]);
    expect((await manager.call('GET /api/customers/tags')).body).toEqual([]);
    expect((await manager.call('GET /api/customers/imports')).body).toEqual([]);
  });

  test('5,000 rows are imported and undone', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const file = `email,tags,notes\n${Array.from({ length: 5_000 }, () => `${somebody()},bulk,a note`).join('\n')}`;
    const { body } = await send(shop, manager, '', file, { email: 0, tags: 1, notes: 2 });
    expect(body.rows.filter(({ outcome }) => outcome === 'create')).toHaveLength(5_000);
    expect((await undo(manager, body.importId)).body).toEqual({ removed: 5_000, kept: [] });
    expect((await manager.call('GET /api/customers', { tag: 'bulk' })).body.customers).toEqual([]);
  });

  test.for<[string, Partial<ImportRequest>, object]>([
    ['without a column for the address', { name: 0 }, { email: ['Choose the column with the email addresses.'] }],
    ['with a column that the file does not have', { email: 0, tags: 7 }, { tags: ['The file has no such column.'] }],
  ])('an import %s is refused', async ([, columns, errors], { shop }) => {
    const manager = await operating(shop, 'manager');
    for (const step of ['/check', ''] as const)
      expect(await send(shop, manager, step, 'email\na@b.example', columns)).toMatchObject({ status: 400, body: { errors } });
  });
});

describe('undo', () => {
  test('only accounts that were never used are removed, and each that stays has its reason', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const [unused, used, credited, noted] = [somebody(), somebody(), somebody(), somebody()];
    const file = `email,name,notes\n${[unused, used, credited, noted].map((email) => `${email},Some Body,imported`).join('\n')}`;
    const { body } = await send(shop, manager, '', file, { email: 0, name: 1, notes: 2 });
    shop.clock.turn({ minutes: 1 });
    await shop.call('POST /api/Accounts/forgot-password', { email: used });
    const code = codeIn((await shop.mail(used, /password/i)).text);
    await shop.call('POST /api/Accounts/reset-password', { email: used, code, password: PASSWORD, repeatedPassword: PASSWORD });
    await logIn(shop, used);
    const sent = { act: crypto.randomUUID(), id: await accountId(shop, credited), currency: 0, amount: 500, why: 'welcome' };
    expect((await manager.call('POST /api/customer/credit', sent)).status).toBe(204);
    await manager.call('POST /api/customer/note', { id: await accountId(shop, noted), text: 'Called today.' });

    const undone = await undo(manager, body.importId);
    expect(undone.body.removed).toBe(1);
    expect(new Map(undone.body.kept.map(({ email, reason }) => [email, reason]))).toEqual(
      new Map([
        [used, 'has set a password'],
        [credited, 'has a balance'],
        [noted, 'has a note that was written after the import'],
      ]),
    );
    const emails = await accountEmails(shop);
    expect([unused, used, credited, noted].map((email) => emails.includes(email))).toEqual([false, true, true, true]);
    expect(await undo(manager, body.importId)).toMatchObject({
      status: 400,
      body: { errors: { '': ['This import was already undone.'] } },
    });
    expect((await manager.call('GET /api/customers/imports')).body.find(({ id }) => id === body.importId)).toMatchObject({
      removed: 1,
      undoneAt: expect.any(String),
    });
    expect((await listAudit(shop, body.importId ?? '')).at(-1)).toMatchObject({
      act: 'customers.undoImport',
      after: { removed: 1, kept: 3 },
    });
  });

  test('the same file can be imported again after its undo', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const file = `email\n${somebody()}`;
    const first = await send(shop, manager, '', file, { email: 0 });
    await undo(manager, first.body.importId);
    const second = await send(shop, manager, '', file, { email: 0 });
    expect(second.body.rows.map(({ outcome }) => outcome)).toEqual(['create']);
  });

  test('an import that does not exist is a 404', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    expect((await undo(manager, crypto.randomUUID())).status).toBe(404);
  });
});

test('support, a maker, a customer and a stranger can neither import nor undo', async ({ shop }) => {
  const [manager, ada] = [await operating(shop, 'manager'), await buyer(shop)];
  const email = somebody();
  const { body } = await send(shop, manager, '', `email\n${email}`, { email: 0 });
  const victim = somebody();
  for (const role of ['support', 'maker'] as const) {
    const operator = await operating(shop, role);
    for (const step of ['/preview', '/check', ''] as const)
      expect((await send(shop, operator, step, `email\n${victim}`, { email: 0 })).status, `${role} ${step}`).toBe(403);
    expect((await undo(operator, body.importId)).status).toBe(403);
    expect((await operator.call('GET /api/customers/imports')).status).toBe(403);
  }
  for (const cookie of ['', `__Host-desk=${ada.token}`])
    expect((await send(shop, { cookie }, '', `email\n${victim}`, { email: 0 })).status).toBe(401);
  const emails = await accountEmails(shop);
  expect([emails.includes(email), emails.includes(victim)]).toEqual([true, false]);
});
