// Exports of services as CSV, which the import reads, and the encodings that it reads.
import { type Operating, operating } from '../../../../tests/support/desk.ts';
import { fileAtDesk, readServicesFile, sendServices, serviceRow, servicesFileOf } from '../../../../tests/support/service-imports.ts';
import { test as base, describe, expect } from '../../../../tests/support/shop.ts';
import { guessServiceColumns } from './rules.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('semicolons, a mark of UTF-8, quoted line breaks and Windows-1252 are read as for customers', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const { file, columns } = servicesFileOf([serviceRow('cafe', { 'name.en': 'Café; to go' })]);
  const {
    head,
    cells: [cells = []],
  } = readServicesFile(file);
  const western = `${head.join(';')}\r\n${cells.map((cell) => `"${[...cell].filter((char) => char <= '\u00ff').join('')}"`).join(';')}\r\n`;
  const bytes = Uint8Array.from(western, (char) => char.charCodeAt(0));
  expect((await sendServices(shop, manager, '', bytes, columns)).body.rows[0]?.outcome).toBe('create');
  expect((await fileAtDesk(manager, 'cafe')).service).toMatchObject({
    name: { en: 'Café; to go' },
    contains: [{ en: 'Three drafts' }, {}],
  });
});

describe('export', () => {
  const exported = async (operator: Operating): Promise<string> => {
    const { status, body } = await operator.call('GET /api/catalogue/table');
    expect(status).toBe(200);
    return body as unknown as string;
  };
  const guessed = (file: string) => guessServiceColumns(readServicesFile(file).head, ['EUR', 'USD', 'AUD', 'NOK']);

  test('every service of the shop, imported again, changes nothing', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const file = await exported(owner);
    const { body } = await sendServices(shop, owner, '', file, guessed(file));
    expect(new Set(body.rows.map(({ outcome }) => outcome))).toEqual(new Set(['same']));
    const services = (await owner.call('GET /api/catalogue')).body.services;
    expect([body.importId, new Set(body.rows.map(({ slug }) => slug))]).toEqual([null, new Set(services.map(({ slug }) => slug))]);
    const [last] = (await owner.call('GET /api/audit', { kind: 'list', about: 'services' })).body;
    expect(last).toMatchObject({ act: 'list.download', operatorId: owner.id });
  });

  test('template: its service is imported', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const file = (await owner.call('GET /api/catalogue/template')).body as unknown as string;
    const { body } = await sendServices(shop, owner, '/check', file, guessed(file));
    expect(body.rows).toMatchObject([
      { slug: 'example-service', outcome: 'create' },
      { slug: 'example-service', outcome: 'create' },
    ]);
  });
});
