// Logged errors contain no personal data.
import { sql } from 'drizzle-orm';
import { describeError } from '#platform/logging/log.ts';
import { expect, test } from './support/shop.ts';

const ADDRESS = 'ada.lovelace@shop.example';
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (cause: unknown) => cause,
  );

test('failed SQL statement: logged with statement, code and stack, without values', async ({ shop }) => {
  const { orm } = shop.ctx.db;
  const thrown = await thrownBy(orm.execute(sql`select ${ADDRESS}::text || ${'a secret of 1,000 words'}, missing_column`));
  expect(String((thrown as Error).message)).toContain(ADDRESS);
  const logged = JSON.stringify(describeError(thrown));
  expect(logged).toContain('missing_column');
  expect(logged).toContain('42703');
  expect(logged).toContain('log.test.ts');
  expect(logged).not.toContain(ADDRESS);
  expect(logged).not.toContain('a secret of');
});

test('violated constraint: logged without the row', async ({ shop }) => {
  const { orm } = shop.ctx.db;
  const insert = () =>
    orm.execute(
      sql`insert into coupon (code, code_key, kind, applies_to, created_at) values ('A', ${ADDRESS}, 'percent', 'orders', now())`,
    );
  await insert();
  const thrown = await thrownBy(insert());
  expect(JSON.stringify((thrown as Error).cause)).toContain(ADDRESS);
  const logged = JSON.stringify(describeError(thrown));
  expect(logged).toContain('coupon_code');
  expect(logged).not.toContain(ADDRESS);
});

test('email address in an error or its causes is replaced', () => {
  const thrown = new Error(`mail to <${ADDRESS}> failed`, { cause: new Error(`550 ${ADDRESS}: no such user`, { cause: `to=${ADDRESS}` }) });
  const logged = JSON.stringify(describeError(thrown));
  expect(logged).toContain('550 (address): no such user');
  expect(logged).not.toContain(ADDRESS);
});
