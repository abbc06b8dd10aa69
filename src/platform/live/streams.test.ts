// Live streams: a reader that stops reading is disconnected and uses bounded memory until then.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ofAccount } from './changes.ts';
import { ALL_CHANNELS, getChannel } from './channels.ts';
import { type Bounds, openStreams } from './streams.ts';
import type { LiveListener, LiveSubscriber } from './transport.ts';

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

async function open() {
  const subscribed: string[] = [];
  let notify: LiveListener = () => undefined;
  const subscriber: LiveSubscriber = {
    async subscribe(channels, listener) {
      subscribed.push(...channels);
      notify = listener;
    },
    unsubscribe: async ([channel = '']) => void subscribed.splice(subscribed.indexOf(channel), 1),
  };
  const streams = await openStreams({ clock: { now: () => new Date(0) }, log: pino({ level: 'silent' }), subscriber }, bounds);
  onTestFinished(() => streams.stop());
  let holder = 0;
  const listen = (raw: ServerResponse, isAlive = true) =>
    streams.open(raw, { topic, holder: String(holder++), expiresAt: 1, isAlive: async () => isAlive });
  return { streams, listen, subscribed, notify };
}

describe('reader of a live stream', () => {
  test('reads nothing: each name is buffered once, then it is disconnected', async () => {
    const { streams, listen, notify } = await open();
    const { raw, socket } = await connected();
    socket.pause();
    listen(raw);
    let sent = 0;
    while (!raw.writableNeedDrain && sent++ < 1_000_000) {
      notify(`${topic} orders,balance`);
      // Lets the socket take what fits into its buffers.
      if (sent % 1_000 === 0) await new Promise(setImmediate);
    }
    const held = raw.writableLength;
    for (let more = 0; more < 1_000; more++) notify(`${topic} orders,balance`);
    expect(raw.writableLength).toBe(held);
    await expect.poll(() => raw.destroyed).toBe(true);
    await expect.poll(() => streams.count()).toBe(0);
  });

  test('reads: receives the changes of its topic and heartbeats', async () => {
    const { listen, notify } = await open();
    const { raw, socket } = await connected();
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    listen(raw);
    notify(`account:bo orders\n${topic} orders,sessions,nonsense`);
    await expect.poll(() => said).toMatch(/event: hello.*event: news\ndata: orders\n\n.*:\n\n/s);
  });

  test('session is over: its stream ends without a notification', async () => {
    const { streams, listen } = await open();
    const { raw } = await connected();
    listen(raw, false);
    await expect.poll(() => raw.writableEnded).toBe(true);
    expect(streams.count()).toBe(0);
  });
});

test('too many streams: the oldest of the account is closed, a full node refuses', async () => {
  const { streams, listen } = await open();
  const answers = await Promise.all([connected(), connected(), connected()]);
  for (const { raw } of answers) listen(raw);
  expect(answers.map(({ raw }) => raw.writableEnded)).toEqual([true, false, false]);
  expect([streams.count(), streams.isFull()]).toEqual([2, false]);
  const { raw } = await connected();
  streams.open(raw, { topic: ofAccount('bo'), holder: 'bo', expiresAt: 1, isAlive: async () => true });
  expect(streams.isFull()).toBe(true);
});

test('channel that no stream needs: left after a thousand notifications, and heard again for the next stream', async () => {
  const { streams, subscribed, notify } = await open();
  const openFor = async (account: string, sinceMs?: number) => {
    const { raw } = await connected();
    const said: string[] = [];
    const write = raw.write.bind(raw) as (text: string) => boolean;
    Object.assign(raw, { write: (text: string) => write(text) && said.push(text) });
    streams.open(raw, { topic: ofAccount(account), holder: account, expiresAt: 1, sinceMs, isAlive: async () => true });
    await new Promise(setImmediate);
    return { raw, said };
  };
  expect(subscribed).toEqual(ALL_CHANNELS);
  const ada = await openFor('ada');
  const bo = await openFor('bo');
  ada.raw.destroy();
  await expect.poll(() => streams.count()).toBe(1);
  for (let each = 0; each < 2_000; each++) notify(`${ofAccount('ada')} orders\n${ofAccount('bo')} balance`);
  expect(subscribed).toEqual(ALL_CHANNELS.filter((channel) => channel !== getChannel(ofAccount('ada'))));
  expect(bo.said.join()).not.toContain('orders');
  // What changed meanwhile is not known: the page fetches everything.
  expect((await openFor('ada', 0)).said).toContain('event: again\ndata: \n\n');
  expect(subscribed).toContain(getChannel(ofAccount('ada')));
});
