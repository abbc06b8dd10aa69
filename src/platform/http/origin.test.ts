import { describe, expect, test } from 'vitest';
import { isDeskForm, isDeskHost, isForeign, isOwnForm } from './origin.ts';

const shop = { shopUrl: 'https://shop.example', production: true };
const home = { shopUrl: 'http://localhost:3000', production: false };

describe('origin of a posted form', () => {
  test.for([
    [{ origin: 'https://shop.example' }, shop, true],
    [{ origin: 'https://shop.example.evil.example' }, shop, false],
    [{ origin: 'http://shop.example' }, shop, false],
    [{ origin: 'https://other.example', host: 'other.example' }, shop, false],
    [{ origin: 'null' }, shop, false],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, shop, true],
    [{ origin: 'null', 'sec-fetch-site': 'same-site' }, shop, false],
    [{ origin: 'null', 'sec-fetch-site': ['same-origin'] }, shop, false],
    [{ origin: 'https://other.example', 'sec-fetch-site': 'same-origin' }, shop, false],
    [{ origin: 'no address' }, shop, false],
    [{}, shop, false],
    [{ 'sec-fetch-site': 'same-origin' }, shop, false],
    [{ host: '127.0.0.1:3000' }, home, false],
    [{ origin: 'no address', host: '127.0.0.1:3000' }, home, false],
    [{ origin: 'http://localhost:3000', host: '127.0.0.1:3000' }, home, true],
    [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, home, true],
    [{ origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3000' }, home, false],
    [{ origin: 'http://evil.example', host: '127.0.0.1:3000' }, home, false],
  ] as const)('%o: accepted only from the shop', ([headers, where, own]) => {
    expect(isOwnForm(headers as Parameters<typeof isOwnForm>[0], where)).toBe(own);
  });
});

describe('change by a call of the API', () => {
  const config = { ...shop, corsOrigins: ['https://app.example'] };
  test.for([
    [{}, false],
    [{ origin: 'https://shop.example' }, false],
    [{ origin: 'https://app.example' }, false],
    [{ origin: 'https://app.example.evil.example' }, true],
    [{ origin: 'https://evil.example', host: 'evil.example' }, true],
    [{ origin: 'null' }, true],
    [{ origin: '' }, true],
  ] as const)('%o: foreign is %s', ([headers, foreign]) => {
    expect(isForeign(headers, config)).toBe(foreign);
  });
});

describe('change at the desk', () => {
  const production = { deskUrl: 'https://desk.shop.example/', production: true };
  const unset = { deskUrl: undefined, production: true };
  const local = { deskUrl: 'http://localhost:3001', production: false };
  test.for([
    [{ origin: 'https://desk.shop.example' }, production, true],
    // In production the host header, which a proxy may pass on as it was sent, proves nothing.
    [{ origin: 'https://evil.example', host: 'evil.example' }, production, false],
    [{ origin: 'https://shop.example', host: 'desk.shop.example' }, production, false],
    [{ origin: 'http://desk.shop.example', host: 'desk.shop.example' }, production, false],
    [{ origin: 'https://desk.shop.example:8443', host: 'desk.shop.example' }, production, false],
    [{ origin: 'https://desk.shop.example.evil.example' }, production, false],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, production, false],
    [{ host: 'desk.shop.example' }, production, false],
    [{ origin: 'https://desk.shop.example', host: 'desk.shop.example' }, unset, false],
    [{ origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3001' }, local, true],
    [{ origin: 'http://localhost:3000', host: 'localhost:3001' }, local, false],
    [{ origin: 'no address', host: 'localhost:3001' }, local, false],
    [{ host: 'localhost:3001' }, local, false],
  ] as const)('%o at %o: accepted is %s', ([headers, where, accepted]) => {
    expect(isDeskForm(headers, where)).toBe(accepted);
  });

  test.for([
    [{ host: 'desk.shop.example' }, production, true],
    [{ host: 'shop.example' }, production, false],
    [{ host: 'desk.shop.example:3001' }, production, false],
    [{}, production, false],
    [{ host: 'desk.shop.example' }, unset, false],
    [{}, unset, false],
  ] as const)('%o: the desk of %o answers there: %s', ([headers, where, here]) => {
    expect(isDeskHost(headers, where)).toBe(here);
  });
});
