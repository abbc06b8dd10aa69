import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { hasBearerToken, isLocal, isOwnOrigin } from './guard.ts';

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
    [false, undefined, token],
    [false, 'Bearer undefined', undefined],
    [false, undefined, undefined],
  ])('%s: %j against %j', (bears, authorization, expected) =>
    expect(hasBearerToken(requestWith({ headers: authorization ? { authorization } : {} }), expected)).toBe(bears),
  );
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
