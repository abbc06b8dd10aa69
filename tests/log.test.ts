// What the log may repeat of an error.
import { sql } from 'drizzle-orm';
import { describeError } from '../src/infra/logging/log.ts';
import { expect, test } from './support/shop.ts';

const ADDRESS = 'ada.lovelace@shop.example';
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (cause: unknown) => cause,
  );

test('an error of a failed statement is logged with its statement, code and stack, without its values', async ({ shop }) => {
  const { orm } = shop.ground.db;
  const thrown = await thrownBy(orm.execute(sql`select ${ADDRESS}::text || ${'a secret of 1,000 words'}, missing_column`));
  expect(String((thrown as Error).message)).toContain(ADDRESS);
  const logged = JSON.stringify(describeError(thrown));
  expect(logged).toContain('missing_column');
  expect(logged).toContain('42703');
  expect(logged).toContain('log.test.ts');
  expect(logged).not.toContain(ADDRESS);
  expect(logged).not.toContain('a secret of');
});

test('an error of a broken constraint is logged without the row', async ({ shop }) => {
  const { orm } = shop.ground.db;
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

test('an address in the message of an error is blanked, at every depth of its causes', () => {
  const thrown = new Error(`mail to <${ADDRESS}> failed`, { cause: new Error(`550 ${ADDRESS}: no such user`, { cause: `to=${ADDRESS}` }) });
  const logged = JSON.stringify(describeError(thrown));
  expect(logged).toContain('550 (address): no such user');
  expect(logged).not.toContain(ADDRESS);
});
