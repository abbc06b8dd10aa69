// Requests to addresses that a person typed: only public hosts, no redirects, a time limit.
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { keepConnections, postBytes, postJson } from './post-json.ts';
import { isPublicAddress } from './public-address.ts';

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** A server on this machine; returns its address and the bodies that it received. */
async function stub(answer: RequestListener): Promise<{ readonly url: string; readonly received: string[] }> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      received.push(Buffer.concat(parts).toString());
      answer(request, response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`, received };
}

const own = { isPrivateAllowed: true };
const production = { isPrivateAllowed: false };

test.each([
  ['8.8.8.8', true],
  ['2606:4700::6810:84e5', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['no address', false],
])('public address: %s is %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe('production', () => {
  test.each([
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0177.0.0.1/x',
    'https://0x7f.1/x',
    'https://127.1/x',
    'https://127.0.0.1./x',
    'https://①②⑦.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::127.0.0.1]/x',
    'https://[64:ff9b::10.0.0.1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://user:secret@10.0.0.1:5432/x',
    'https://[::ffff:0:127.0.0.1]/x',
    'https://[fe80::1]/x',
    'https://localhost/x',
  ])('%s is refused without a connection', async (address) => {
    await expect(postJson(address, {}, production)).rejects.toMatchObject({ message: /private network/, isPermanent: true });
  });

  test('http is refused', async () => {
    await expect(postJson('http://hooks.example/x', {}, production)).rejects.toThrow('must begin with https://');
  });

  test.each([
    ['only', ['127.0.0.1']],
    ['besides a public one', ['8.8.8.8', '10.0.0.1']],
    ['of IPv6', ['fd00::1']],
    ['as mapped IPv6', ['::ffff:10.0.0.1']],
    ['with a zone', ['fe80::1%eth0']],
  ])('a host with a private address %s is refused', async (_, addresses) => {
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    await expect(postJson('https://hooks.example/x', {}, { ...production, resolve })).rejects.toThrow('private network');
  });
});

test('the host is resolved once, and the connection goes to that address', async () => {
  const { url, received } = await stub((_, response) => response.end('ok'));
  let lookups = 0;
  const resolve = async () => {
    lookups++;
    return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
  };
  expect(await postJson(url.replace('127.0.0.1', 'hooks.example'), { text: 'Hello' }, { ...own, resolve })).toBe(200);
  expect([lookups, received]).toEqual([1, ['{"text":"Hello"}']]);
});

test('kept connections are used again, but not for a host that has become private', async () => {
  const connections = new Set<unknown>();
  const { url, received } = await stub((request, response) => {
    connections.add(request.socket);
    response.end('ok');
  });
  const agents = keepConnections();
  let addresses = ['127.0.0.1'];
  const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
  const send = (isPrivateAllowed: boolean) =>
    postBytes(url.replace('http://127.0.0.1', 'http://hooks.example'), Buffer.from('{}'), {
      ...{ headers: {}, answerBytes: 100, agents, resolve, isPrivateAllowed },
    });
  for (let count = 0; count < 3; count++) expect(await send(true)).toMatchObject({ status: 200, text: 'ok' });
  expect([connections.size, received.length]).toEqual([1, 3]);
  addresses = [];
  await expect(send(true)).rejects.toThrow('private network');
  expect(received).toHaveLength(3);
  for (const agent of Object.values(agents)) agent.destroy();
});

test('a redirect is not followed', async () => {
  const inside = await stub((_, response) => response.end('secrets'));
  const { url } = await stub((_, response) => response.writeHead(302, { location: inside.url }).end());
  expect(await postJson(url, {}, own)).toBe(302);
  expect(inside.received).toEqual([]);
});

test('an endless answer is cut off', async () => {
  const { url } = await stub((_, response) => {
    const write = () => {
      if (response.destroyed) return;
      response.write('x'.repeat(65_536));
      setImmediate(write);
    };
    write();
  });
  expect(await postJson(url, {}, own)).toBe(200);
});

test('a host that answers nothing is given up after the time limit', async () => {
  const { url } = await stub(() => undefined);
  await expect(postJson(url, {}, { ...own, timeoutSeconds: 0.05 })).rejects.toMatchObject({
    message: 'No answer within 0.05 seconds.',
    isPermanent: false,
  });
});

test('a stop of the process ends the request', async () => {
  const { url } = await stub(() => undefined);
  await expect(postJson(url, {}, { ...own, signal: AbortSignal.abort() })).rejects.toThrow('can’t be reached');
});

test('an unknown host is named as such', async () => {
  const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
  await expect(postJson('https://hooks.example/x', {}, { ...production, resolve })).rejects.toThrow('There is no such host.');
});

describe('a receiver that breaks the protocol', () => {
  /** Repeats a piece of an answer as long as the connection is open. */
  const endless = (begin: string, piece: string) => (socket: Socket) => {
    const write = () => {
      if (socket.destroyed) return;
      socket.write(piece);
      setImmediate(write);
    };
    socket.write(begin);
    write();
  };

  const slowly = (answer: string) => (socket: Socket) => {
    const timer = setInterval((bytes) => socket.write(String(bytes.next().value)), 20, answer[Symbol.iterator]());
    socket.on('close', () => clearInterval(timer));
  };

  test.each<[string, (socket: Socket) => void, RegExp]>([
    [
      'with a change of protocol',
      (socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      /closed the connection/,
    ],
    ['with endless interim answers', endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), /No answer within/],
    ['with an endless header', endless('HTTP/1.1 200 OK\r\na: ', 'b'.repeat(1_000)), /can’t be reached/],
    ['with a header of 20 kB', (socket) => void socket.write(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(20_000)}\r\n\r\n`), /can’t be reached/],
    ['one byte at a time', slowly('HTTP/1.1 200 OK\r\n'.repeat(1_000)), /No answer within/],
    ['with half a header', (socket) => void socket.write('HTTP/1.1 200 OK\r\na: b\r\n'), /No answer within/],
    ['with something else than HTTP', (socket) => void socket.write('hello\r\n\r\n'), /can’t be reached/],
    ['by closing the connection', (socket) => void socket.end(), /closed the connection/],
  ])('and answers %s is given up', async (_, answer, reason) => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    closing.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`;
    await expect(postJson(url, {}, { ...own, timeoutSeconds: 0.2 })).rejects.toMatchObject({ name: 'NoAnswer', message: reason });
  });
});
