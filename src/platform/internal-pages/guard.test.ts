import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { UserError } from '#lib/user-error.ts';
import type { Config } from '../config/config.ts';
import { hasBearerToken, isLocal, isOwnOrigin, requireOperations } from './guard.ts';

type RequestParts = { readonly from?: string; readonly headers: Readonly<Record<string, string>> };
const requestWith = ({ from = '127.0.0.1', headers }: RequestParts) =>
  ({ headers, raw: { headers, socket: { remoteAddress: from } } }) as unknown as FastifyRequest;

describe('request from this machine', () => {
  test.each<[boolean, RequestParts]>([
    [true, { headers: { host: 'localhost:3001' } }],
    [true, { headers: { host: '127.0.0.1:3001' } }],
    [true, { headers: { host: '[::1]:3001' }, from: '::1' }],
    [true, { headers: { host: 'localhost' }, from: '::ffff:127.0.0.1' }],
    [false, { headers: { host: 'localhost:3001' }, from: '203.0.113.9' }],
    [false, { headers: { host: 'localhost:3001' }, from: '::ffff:203.0.113.9' }],
    [false, { headers: { host: 'shop.example:3001' } }],
    [false, { headers: { host: '127.0.0.1.evil.example' } }],
    [false, { headers: {} }],
    [false, { headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } }],
    [false, { headers: { host: 'localhost', forwarded: 'for=127.0.0.1' } }],
    [false, { headers: { host: 'localhost', 'x-real-ip': '127.0.0.1' } }],
    [true, { headers: { host: '127.8.9.1:3001' }, from: '127.8.9.1' }],
    [false, { headers: { host: 'localhost' }, from: '10.0.127.1' }],
    [false, { headers: { host: 'localhost' }, from: '::ffff:10.127.0.1' }],
    [false, { headers: { host: 'localhost' }, from: '' }],
    [false, { headers: { host: '10.0.0.1:3001' } }],
    [false, { headers: { host: 'local host' } }],
    [false, { headers: { host: '' } }],
  ])('is %s: %j', (local, request) => expect(isLocal(requestWith(request))).toBe(local));
});

describe('metrics token', () => {
  const token = 'a-token-of-16-characters';
  test.each<[boolean, string | undefined, string | undefined]>([
    [true, `Bearer ${token}`, token],
    [true, `bearer ${token}`, token],
    [false, `Bearer ${token}x`, token],
    [false, `Basic ${token}`, token],
    [false, 'Bearer ', token],
    [false, `Basic eDp5, Bearer ${token}`, token],
    [false, `Bearer ${token} x`, token],
    [false, '', token],
    [false, undefined, token],
    [false, 'Bearer undefined', undefined],
    [false, undefined, undefined],
  ])('%s: %j against %j', (bears, authorization, expected) =>
    expect(hasBearerToken(requestWith({ headers: authorization ? { authorization } : {} }), expected)).toBe(bears),
  );
});

test('no authorization, an empty token configured: refused', () => {
  expect(hasBearerToken(requestWith({ headers: {} }), 'other')).toBe(false);
  const { raw } = requestWith({ headers: { host: 'localhost' } });
  expect(isLocal({ raw: { ...raw, socket: {} } } as unknown as FastifyRequest)).toBe(false);
});

describe('access to the operations pages', () => {
  const [here, there] = [{ headers: { host: 'localhost' } }, { headers: { host: 'localhost' }, from: '203.0.113.9' }];
  const token = 'a-token-of-16-characters';
  const bearing = { ...there, headers: { ...there.headers, authorization: `Bearer ${token}` } };
  test.each<[string, boolean, string | undefined, RequestParts, number | undefined]>([
    ['outside production, from this machine', false, undefined, here, undefined],
    ['outside production, from elsewhere', false, undefined, there, 404],
    ['outside production, from elsewhere with the token', false, token, bearing, 404],
    ['in production, with the token', true, token, bearing, undefined],
    ['in production, without the token', true, token, there, 401],
    ['in production, from this machine without the token', true, token, here, 401],
    ['in production without a token', true, undefined, here, 404],
    ['in production without a token, with one', true, undefined, bearing, 404],
  ])('%s', (_, production, metricsToken, request, status) => {
    const ask = () => requireOperations({ production, metricsToken } as Config, requestWith(request));
    if (status === undefined) expect(ask).not.toThrow();
    else expect(ask).toThrow(expect.objectContaining({ status }) as UserError);
  });
});

describe('request from the own origin', () => {
  test.each<[boolean, Record<string, string>]>([
    [true, { origin: 'http://localhost:3001', host: 'localhost:3001' }],
    [true, { origin: 'https://desk.example', host: 'desk.example' }],
    [false, { origin: 'http://localhost:3000', host: 'localhost:3001' }],
    [false, { origin: 'null', host: 'localhost:3001' }],
    [false, { host: 'localhost:3001' }],
  ])('is %s: %j', (own, headers) => expect(isOwnOrigin(requestWith({ headers }))).toBe(own));
});
