// Live streams: a reader that stops reading is disconnected and uses bounded memory until then.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ofAccount } from './changes.ts';
import { type Bounds, openStreams } from './streams.ts';

const topic = ofAccount('ada');
const bounds: Bounds = { tickMs: 10, beatMs: 50, ofTopic: 2, ofNode: 3 };

/** A real connection whose reader the test controls. */
async function connected() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse];
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  return { raw, socket };
}

function open() {
  const streams = openStreams({ clock: { now: () => new Date(0) }, log: pino({ level: 'silent' }) }, bounds);
  onTestFinished(() => streams.stop());
  let holder = 0;
  const listen = (raw: ServerResponse, isAlive = true) =>
    streams.open(raw, { topic, holder: String(holder++), expiresAt: 1, isAlive: async () => isAlive });
  return { streams, listen };
}

describe('reader of a live stream', () => {
  test('reads nothing: each name is buffered once, then it is disconnected', async () => {
    const { streams, listen } = open();
    const { raw, socket } = await connected();
    socket.pause();
    listen(raw);
    let sent = 0;
    while (!raw.writableNeedDrain && sent++ < 1_000_000) {
      streams.handleNotification(`${topic} orders,balance`);
      // Lets the socket take what fits into its buffers.
      if (sent % 1_000 === 0) await new Promise(setImmediate);
    }
    const held = raw.writableLength;
    for (let more = 0; more < 1_000; more++) streams.handleNotification(`${topic} orders,balance`);
    expect(raw.writableLength).toBe(held);
    await expect.poll(() => raw.destroyed).toBe(true);
    await expect.poll(() => streams.count()).toBe(0);
  });

  test('reads: receives the changes of its topic and heartbeats', async () => {
    const { streams, listen } = open();
    const { raw, socket } = await connected();
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    listen(raw);
    streams.handleNotification(`account:bo orders\n${topic} orders,sessions,nonsense`);
    await expect.poll(() => said).toMatch(/event: hello.*event: news\ndata: orders\n\n.*:\n\n/s);
  });

  test('session is over: its stream ends without a notification', async () => {
    const { streams, listen } = open();
    const { raw } = await connected();
    listen(raw, false);
    await expect.poll(() => raw.writableEnded).toBe(true);
    expect(streams.count()).toBe(0);
  });
});

test('too many streams: the oldest of the account is closed, a full node refuses', async () => {
  const { streams, listen } = open();
  const answers = await Promise.all([connected(), connected(), connected()]);
  for (const { raw } of answers) listen(raw);
  expect(answers.map(({ raw }) => raw.writableEnded)).toEqual([true, false, false]);
  expect([streams.count(), streams.isFull()]).toEqual([2, false]);
  const { raw } = await connected();
  streams.open(raw, { topic: ofAccount('bo'), holder: 'bo', expiresAt: 1, isAlive: async () => true });
  expect(streams.isFull()).toBe(true);
});
