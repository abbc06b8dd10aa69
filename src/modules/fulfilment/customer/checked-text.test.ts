// The text check as its customer reads it: the checked text with positioned findings.
import { strFromU8, unzipSync } from 'fflate';
import { textCheck } from '../../../../tests/support/cart-lines.ts';
import { auditedTest, becomes, buyer, funded, listOrders, placed } from '../../../../tests/support/money.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { checkingMakers, TYPO_TEXT } from '../../../../tests/support/sample-shop.ts';
import { expect } from '../../../../tests/support/shop.ts';

const test = auditedTest({ environment: { RATE_LIMITS: 'off' }, makers: checkingMakers });

test('checked text: the delivery has the customer’s text, and each finding has its position in it', async ({ shop }) => {
  const who = await buyer(shop);
  await funded(shop, who, 100_000);
  await placed(shop, who, { lines: [textCheck(TYPO_TEXT)], payFromBalance: true });
  await letRun(shop, 'fulfilment.makePieces');
  await becomes(shop, who, [4]);
  const [order] = await listOrders(shop, who);
  const read = async (language: string) => {
    const headers = { 'accept-language': language };
    return (await shop.call('GET /api/orders/delivery', { id: order?.deliveries[0]?.id ?? '' }, { token: who.token, headers })).body;
  };
  const { checked, text } = await read('en');
  expect(checked?.text).toBe(TYPO_TEXT);
  expect(text).not.toContain('braed');
  const [finding] = checked?.checks.find(({ name }) => name === 'spelling')?.findings ?? [];
  expect(checked?.text.slice(finding?.from, finding?.to)).toBe('braed');
  expect(finding).toMatchObject({ what: 'Not in the dictionary', suggestions: 'Suggestion: bread', replacements: ['bread'] });
  expect((await read('es')).checked?.checks[0]?.title).not.toBe(checked?.checks[0]?.title);
  expect((await read('ja')).checked?.checks[0]?.title).toMatch(/\p{Script=Katakana}|\p{Script=Han}/u);
});

test('corrections: the document has what is taken as tracked changes, and nothing for others', async ({ shop }) => {
  const who = await buyer(shop);
  await funded(shop, who, 100_000);
  await placed(shop, who, { lines: [textCheck(`First line.\n${TYPO_TEXT}`)], payFromBalance: true });
  await letRun(shop, 'fulfilment.makePieces');
  await becomes(shop, who, [4]);
  const [order] = await listOrders(shop, who);
  const id = order?.deliveries[0]?.id ?? '';
  const fetched = (take: string, token = who.token) =>
    fetch(`${shop.urls.storefront}/api/orders/corrections?id=${id}&take=${take}`, { headers: { authorization: `Bearer ${token}` } });
  const read = async (take: string) => {
    const answer = await fetched(take);
    expect(answer.headers.get('content-disposition')).toContain(`${order?.number}-1-corrections.docx`);
    return strFromU8(unzipSync(new Uint8Array(await answer.arrayBuffer()))['word/document.xml'] ?? new Uint8Array());
  };
  const taken = await read('0-0');
  expect(taken).toMatch(/<w:del [^>]*w:author="Fanfare"[^>]*>.*<w:delText[^>]*>braed<\/w:delText>.*<\/w:del>/);
  expect(taken).toMatch(/<w:ins [^>]*w:author="Fanfare"[^>]*>.*<w:t[^>]*>bread<\/w:t>.*<\/w:ins>/);
  expect(taken.match(/<w:p>|<w:p /g)).toHaveLength(2);
  expect(await read('')).not.toContain('<w:del ');
  expect(await read('7-0,0-9')).not.toContain('<w:del ');
  expect((await fetched('x')).status).toBe(400);
  const other = await buyer(shop);
  expect((await fetched('0-0', other.token)).status).toBe(404);
});
