import { describe, expect, test } from 'vitest';
import { formatStateName } from '../states.ts';
import { formatAddressLine, formatAddressLines, formatFullName } from './postal-address.ts';

const nowhere = { country: '', state: '', city: '', address: '', zipCode: '' };

describe('name of a person', () => {
  test.each([
    ['en', 'Yuki Tanaka'],
    ['es', 'Yuki Tanaka'],
    ['jp', 'Tanaka Yuki'],
  ] as const)('in %s', (locale, name) => expect(formatFullName({ firstName: 'Yuki', lastName: 'Tanaka' }, locale)).toBe(name));
});

describe('postal address', () => {
  test.each([
    ['JP', 'jp', '東京都', '千代田区', '丸の内1-1', '100-0005', ['〒100-0005 東京都千代田区', '丸の内1-1']],
    ['JP', 'en', '東京都', 'Chiyoda-ku', '1-1 Marunouchi', '100-0005', ['1-1 Marunouchi', 'Chiyoda-ku, Tokyo 100-0005']],
    ['JP', 'jp', '', '東京都千代田区', '丸の内1-1', '', ['東京都千代田区', '丸の内1-1']],
    ['US', 'en', 'NY', 'New York', '1 Sample Street', '10001', ['1 Sample Street', 'New York, NY 10001']],
    ['GB', 'en', '', 'London', '1 Sample Street', 'SW1A 1AA', ['1 Sample Street', 'London', 'SW1A 1AA']],
    ['AU', 'en', 'NSW', 'Sydney', '1 Sample Street', '2000', ['1 Sample Street', 'Sydney NSW 2000']],
    ['NO', 'en', '', 'Oslo', '1 Sample Street', '0150', ['1 Sample Street', '0150 Oslo']],
    ['NO', 'jp', '', 'Oslo', '1 Sample Street', '', ['1 Sample Street', 'Oslo']],
  ] as const)('in %s, read in %s: %s %s', (country, locale, state, city, address, zipCode, lines) =>
    expect(formatAddressLines({ country, state, city, address, zipCode }, locale, formatStateName)).toEqual(lines),
  );
  test('one line ends with the country, but for Japan in Japanese', () => {
    const home = { ...nowhere, country: 'NO', city: 'Oslo', address: '1 Sample Street', zipCode: '0150' };
    expect(formatAddressLine(home, 'en')).toBe('1 Sample Street, 0150 Oslo, Norway');
    expect(formatAddressLine(home, 'jp')).toBe('1 Sample Street, 0150 Oslo（ノルウェー）');
    expect(
      formatAddressLine({ ...home, country: 'JP', city: '渋谷区', state: '東京都', address: '神南1-1', zipCode: '150-0041' }, 'jp'),
    ).toBe('〒150-0041 東京都渋谷区神南1-1');
    expect(formatAddressLine(nowhere, 'en')).toBe('');
  });
});
