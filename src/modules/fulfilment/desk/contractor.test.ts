// A contractor works on pieces as a maker does, and learns neither who the customer is nor what was paid.

import { story } from '../../../../tests/support/cart-lines.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { samples, upload } from '../../../../tests/support/files.ts';
import { buyer, expectAudited, funded, getErrors, test } from '../../../../tests/support/money.ts';
import { common } from '../../../../tests/support/pieces.ts';
import { describe, expect } from '../../../../tests/support/shop.ts';
import { orderedPiece } from '../../../../tests/support/work.ts';
import { hideNamesFrom } from './hide-names.ts';

const CUSTOMER = '[customer]';

const hideNames = <T>(value: T, customer: { firstName: string; lastName: string }) =>
  hideNamesFrom({ id: 'contractor', seesNames: false }, customer)(value);

describe('names in a text', () => {
  test.for([
    ['From Ada Sample, and sample ada.', `From ${CUSTOMER}, and ${CUSTOMER}.`],
    ['ada@bakery.example or Ada?', `${CUSTOMER} or ${CUSTOMER}?`],
    ['Adamant samples of Canada', 'Adamant samples of Canada'],
    ['', ''],
  ])('%s', ([text, hidden]) => expect(hideNames(text, { firstName: 'Ada', lastName: 'Sample' })).toBe(hidden));

  test('a Japanese name is found within a sentence, with and without a space', () =>
    expect(hideNames(['山田花子様より', '花子 山田'], { firstName: '花子', lastName: '山田' })).toEqual([`${CUSTOMER}様より`, CUSTOMER]));

  test('a name with signs of a pattern is a name, and one of a letter is left', () =>
    expect(hideNames({ a: ['O(Neil+ wrote', 4, null], b: 'X is here' }, { firstName: 'X', lastName: 'O(Neil+' })).toEqual({
      a: [`${CUSTOMER} wrote`, 4, null],
      b: 'X is here',
    }));
});

test('contractor: takes and delivers a piece; neither name, address nor price is in any answer', async ({ shop }) => {
  const who = await buyer(shop);
  await funded(shop, who, 50_000);
  const scan = await upload(shop, who.token, samples.pdf, { name: 'contract-Ada-Sample.pdf' });
  const bread = 'A bakery in a side street, which opens at seven. '.repeat(3);
  const facts = `${bread}Ada Sample opened it in 1998. Write to ${who.email}.`;
  const line = story({ answers: { ...story().answers, ...common, facts, files: [scan.body.id] } });
  const { pieceId } = await orderedPiece(shop, who, { lines: [line] });
  const contractor = await operating(shop, 'contractor');
  const answers: unknown[] = [];
  const call: typeof contractor.call = async (name, sent) => {
    const answer = await contractor.call(name, sent);
    answers.push(answer.body);
    return answer;
  };
  expect((await call('GET /api/queue', {})).body.rows.find(({ id }) => id === pieceId)).toMatchObject({ customer: null, price: null });
  expect((await call('GET /api/queue', { search: 'ada' })).body.rows).toEqual([]);
  expect((await call('POST /api/queue/take', { pieceId })).status).toBe(200);
  await call('GET /api/queue/calendar', { from: '2026-05-01', to: '2026-06-11' });
  expect((await call('POST /api/piece/note', { pieceId, text: 'Ada Sample called.' })).status).toBe(204);
  const { body: piece } = await call('GET /api/piece', { pieceId });
  expect(piece).toMatchObject({
    customer: null,
    accountId: null,
    brief: { facts: `${bread}${CUSTOMER} opened it in 1998. Write to ${CUSTOMER}.` },
    briefFiles: [{ name: `contract-${CUSTOMER}-${CUSTOMER}.pdf` }],
    notes: [{ text: `${CUSTOMER} called.` }],
  });
  const file = await fetch(`${shop.urls.desk}/api/piece/brief-file?pieceId=${pieceId}&fileId=${piece.briefFiles[0]?.id}`, {
    headers: { cookie: contractor.cookie },
  });
  expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.not.stringMatching(/ada|sample/i)]);
  expect((await call('POST /api/piece/draft', { pieceId, version: 0, text: '# The loaf' })).status).toBe(200);
  expect((await call('POST /api/piece/deliver', { pieceId, version: 1, why: 'A short one, as agreed.' })).status).toBe(200);
  await call('GET /api/find', { q: piece.number });
  expect(JSON.stringify(answers)).not.toMatch(/\bada\b|sample(?!\.)|9[.,]?900/i);
  for (const closed of ['GET /api/orders', 'GET /api/customers', 'GET /api/payments', 'GET /api/audit'] as const)
    expect((await contractor.call(closed)).status).toBe(403);
  const { body: seen } = await (await operating(shop, 'maker')).call('GET /api/queue', {});
  expect(seen.rows.every(({ price }) => price === null)).toBe(true);
  expect(getErrors(await contractor.call('POST /api/queue/take', { pieceId }))).toMatchObject([400, {}]);
  await expectAudited(shop);
});
