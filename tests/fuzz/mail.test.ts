import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseReceivedMail } from '#modules/support/mail/parse-mail.ts';
import { findNumberInSubject, getNewText, isFromMachine, listKeys, toTextWithoutQuotes } from '#modules/support/mail/rules.ts';
import { isProven } from '#modules/support/rules-proof.ts';
import { changedBytes, expectSteadyWork, randomRuns, readCorpus } from '../support/corpus.ts';

const inputs = readCorpus('mail');
const OWN = 'reply@in.shop.example';

/** What a thread gets of a mail. */
async function read(raw: Buffer) {
  const mail = await parseReceivedMail(raw);
  if (!mail) return undefined;
  const to = (mail.to ?? []).flatMap(({ address }) => address ?? []);
  return {
    text: getNewText(mail.text?.trim() ? mail.text : toTextWithoutQuotes(mail.html ?? '')),
    keys: listKeys(to, OWN),
    number: findNumberInSubject(mail.subject ?? ''),
    machine: isFromMachine(mail.headers, mail.from?.address ?? ''),
    proven: isProven(mail, 'mx.shop.example'),
  };
}

async function expectRead(raw: Buffer): Promise<void> {
  const found = await read(raw);
  if (!found) return;
  const { text, keys, number } = found;
  // What a database and a page can hold.
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(/[\0\r]/);
  // A character of an encoded part is at most a byte; only an entity such as &#8364; is longer.
  expect(text.length).toBeLessThanOrEqual(raw.length * 2);
  for (const key of keys) expect(key).toMatch(/^[0-9a-z]+$/);
  if (number !== undefined) expect(number).toMatch(/^T-[0-9A-Z]+$/);
}

describe('received mail', () => {
  test.for(inputs)('$name: a text, or no mail', ({ bytes }) => expectRead(bytes));

  test.for([
    ['plain-answer.eml', { text: 'Thank you, it arrived.', machine: false, proven: false }],
    ['html-only.eml', { text: 'Hello & <b> €' }],
    ['out-of-office.eml', { machine: true }],
    ['forged-results.eml', { proven: false }],
    ['authentic-results.eml', { proven: true }],
    ['reply-key.eml', { keys: ['0123456789abcdefghjkmnpqrs'] }],
    ['entities.eml', { text: 'a\ufffdb\u{1869f}' }],
  ] as const)('%s: %o', async ([name, expected]) => {
    const raw = inputs.find((each) => each.name === name)?.bytes ?? Buffer.alloc(0);
    expect(await read(raw)).toMatchObject(expected);
  });

  test('any changes of them: the same', async () => {
    const meaningful = [
      '\r\n',
      '\n',
      ':',
      ';',
      '"',
      '(',
      '=?utf-8?q?',
      '?=',
      '--b',
      '--b--',
      '\0',
      '\xff',
      '&#55296;',
      '&#0;',
      '<',
      '>',
      '@',
      'Content-Type: ',
    ];
    await fc.assert(fc.asyncProperty(changedBytes(inputs, meaningful), expectRead), randomRuns);
  });

  const pieces = ['<', '&#', '<style', ' ', '\n', '>', '-', '_', 'on ', '<blockquote', '<div ', ':', 'a@b ', '\t\n'];
  test.for(pieces)('%j many times: the work grows with the length', async (piece) => {
    await expectSteadyWork(getNewText, piece, 1_000);
    await expectSteadyWork((text) => getNewText(`On ${text}`), piece, 1_000);
    await expectSteadyWork(toTextWithoutQuotes, piece, 1_000);
    await expectSteadyWork((text) => isFromMachine([{ key: 'return-path', value: text }], text), piece, 1_000);
    const headers = (value: string) => [
      { key: 'From', value: 'a@b.example' },
      { key: 'Authentication-Results', value: `mx.shop.example; ${value}` },
    ];
    await expectSteadyWork((text) => isProven({ headers: headers(text), senders: ['a@b.example'] }, 'mx.shop.example'), piece, 1_000);
  });
});
