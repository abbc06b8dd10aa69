import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCookie } from './cookies.ts';

const read = (cookie: string | undefined, name = 'locale') => readCookie({ headers: cookie === undefined ? {} : { cookie } }, name);

describe('one cookie of a request', () => {
  test.each([
    ['no header', undefined, undefined],
    ['an empty header', '', undefined],
    ['the only one', 'locale=es', 'es'],
    ['the first', 'locale=es; currency=1', 'es'],
    ['the last', 'currency=1; locale=es', 'es'],
    ['in between', 'a=b; locale=es; c=d', 'es'],
    ['an empty value', 'locale=; currency=1', ''],
    ['a value with equal signs', 'currency=1; locale=a=b=c; d=e', 'a=b=c'],
    ['another one whose name ends like it', 'my-locale=es', undefined],
    ['another one whose name begins like it', 'locales=es', undefined],
    ['its name as a value', 'x=locale=es', undefined],
    ['its name without a value', 'locale', undefined],
    ['two: the first counts', 'locale=es; locale=jp', 'es'],
    ['without it', 'currency=1; d=e', undefined],
  ])('%s: %o is read as %o', (_, header, value) => {
    expect(read(header)).toBe(value);
  });

  test('any cookies: the value of each is read as it was written, and nothing is read under a name that no cookie has', () => {
    const name = fc.stringMatching(/^[A-Za-z_-]{1,10}$/);
    const value = fc.stringMatching(/^[!#$%&'()*+./0-9:<=>?@A-Z[\]^_`a-z{|}~-]{0,20}$/);
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([each]) => each, maxLength: 8 }), name, (cookies, other) => {
        const header = cookies.map(([each, text]) => `${each}=${text}`).join('; ');
        for (const [each, text] of cookies) expect(read(header, each)).toBe(text);
        if (!cookies.some(([each]) => each === other)) expect(read(header, other)).toBeUndefined();
      }),
    );
  });
});
