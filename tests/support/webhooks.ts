// A receiver of webhooks on this machine, which checks signatures as Standard Webhooks 1.0 says.
import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { ApiClient } from './keys.ts';

export type Received = { readonly headers: IncomingHttpHeaders; readonly text: string };
type Answer = (response: ServerResponse, received: Received) => void;

export type Receiver = {
  readonly url: string;
  readonly received: readonly Received[];
  answerWith(answer: Answer | number): void;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: Answer = (response) => response.writeHead(204).end();
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const each = { headers: request.headers, text: Buffer.concat(parts).toString() };
      received.push(each);
      answer(response, each);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answerWith(next) {
      answer = typeof next === 'number' ? (response) => response.writeHead(next).end() : next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

type Keys = { readonly secret: string; readonly publicKey: string };

/** Which of both signatures are right: `['v1', 'v1a']`. */
export function verifySignatures({ secret, publicKey }: Keys, { headers, text }: Received): string[] {
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`);
  const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(signed)
    .digest();
  const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return String(headers['webhook-signature'])
    .split(' ')
    .flatMap((each) => {
      const [version = '', signature = ''] = each.split(',');
      const bytes = Buffer.from(signature, 'base64');
      const isRight = version === 'v1' ? bytes.length === hmac.length && timingSafeEqual(bytes, hmac) : verify(null, signed, key, bytes);
      return isRight ? [version] : [];
    });
}

export type Endpoint = { readonly id: string; readonly secret: string; readonly publicKey: string };

export async function addEndpoint(api: ApiClient, receiver: Receiver, events: readonly string[], more: object = {}): Promise<Endpoint> {
  const { status, body } = await api('POST /webhooks', { url: receiver.url, events, ...more });
  expect([status, body]).toEqual([200, { id: expect.any(String), secret: expect.any(String), publicKey: expect.any(String) }]);
  return body;
}
