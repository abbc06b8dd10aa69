import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signer } from './hmac.ts';

const getKey = (id: string) => ({ id, bytes: Buffer.alloc(32, id) });
const [newest, older, gone] = [getKey('n'), getKey('o'), getKey('g')];
const signs = signer([newest, older]);
const now = new Date('2026-05-12T09:30:00.900Z');
const stampAt = (seconds: number, text = 'text', use = 'webhook') => signs.stamp(use, text, new Date(now.getTime() + seconds * 1_000));

describe('signature', () => {
  test('HMAC of the use and the text, by the newest key', () => {
    expect(signs.sign('link', 'text')).toBe(createHmac('sha256', newest.bytes).update('link\ntext').digest('base64url'));
  });

  test.each<[string, string, string, string, boolean]>([
    ['newest key', 'link', 'text', signs.sign('link', 'text'), true],
    ['older key', 'link', 'text', signer([older]).sign('link', 'text'), true],
    ['removed key', 'link', 'text', signer([gone]).sign('link', 'text'), false],
    ['another use', 'mail', 'text', signs.sign('link', 'text'), false],
    ['another text', 'link', 'texts', signs.sign('link', 'text'), false],
    ['padding', 'link', 'text', `${signs.sign('link', 'text')}=`, false],
    ['a character less', 'link', 'text', signs.sign('link', 'text').slice(0, -1), false],
    ['bytes after it', 'link', 'text', `${signs.sign('link', 'text')}AAAA`, false],
    ['nothing', 'link', 'text', '', false],
  ])('of %s', (_, use, text, signature, is) => expect(signs.isSigned(use, text, signature)).toBe(is));

  test('another spelling of the same bytes: refused', () => {
    const signature = signs.sign('link', 'text');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // Decoding ignores the last two bits of the last letter.
    const last = letters.indexOf(signature.at(-1) ?? '');
    const other = signature.slice(0, -1) + letters[last ^ 1];
    expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
    expect(signs.isSigned('link', 'text', other)).toBe(false);
  });
});

describe('stamp', () => {
  test('a signature of the whole second beside it', () => {
    const seconds = Math.floor(now.getTime() / 1_000);
    expect(stampAt(0)).toBe(`t=${seconds},v1=${signs.sign(`webhook ${seconds}`, 'text')}`);
  });

  test.each([
    // The second that is signed begins 0.9 seconds before.
    [-299, undefined],
    [-300, 'old'],
    [0, undefined],
    [300, undefined],
    [301, 'old'],
  ])('of %i seconds from now: %s', (seconds, error) => {
    expect(signs.findStampError('webhook', 'text', stampAt(seconds), now)).toBe(error);
    expect(signs.isStamped('webhook', 'text', stampAt(seconds), now)).toBe(error === undefined);
  });

  test('of five minutes ago exactly: accepted', () => {
    const whole = new Date('2026-05-12T09:30:00Z');
    const stamp = signs.stamp('webhook', 'text', new Date(whole.getTime() - 300_000));
    expect(signs.isStamped('webhook', 'text', stamp, whole)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['of another text', stampAt(0, 'texts')],
    ['of another use', stampAt(0, 'text', 'link')],
    ['with another time', stampAt(0).replace(/t=\d{9}/, (time) => time.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)))],
    ['with something before it', ` ${stampAt(0)}`],
    ['with something after it', `${stampAt(0)} `],
    ['of the text without a time', signs.sign('webhook ', 'text')],
    ['that is missing', undefined],
    ['that is sent twice', [stampAt(0), stampAt(0)]],
    ['that is empty', ''],
  ])('%s: refused', (_, stamp) => expect(signs.findStampError('webhook', 'text', stamp, now)).toBe('signature'));
});
