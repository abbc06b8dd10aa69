// Staff notices: the job that sends them, and a chat program that receives webhooks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { StaffEvent } from '#modules/notices/shapes-events.ts';
import type { DeskSent } from '../../src/desk-api.ts';
import type { Operating } from './desk.ts';
import { outboxCount } from './rows/mail.ts';
import { letRun } from './scheduled.ts';
import type { Mail, Shop } from './shop.ts';

/** Finds what happened and sends what is due, as every minute. */
export const sendNotices = (shop: Shop) => letRun(shop, 'desk.sendNotices');

/** How many emails with notices an operator got. */
export const noticeCount = (shop: Shop, { email }: Operating): Promise<number> => outboxCount(shop, 'staff-notices', email);

/** Waits for so many emails with notices; returns the newest. */
export async function noticeMail(shop: Shop, { email }: Operating, count = 1): Promise<Mail> {
  const mails = async () => (await shop.mails(email)).filter(({ text }) => text.includes('/account/notices'));
  await expect.poll(async () => (await mails()).length).toBeGreaterThanOrEqual(count);
  const [newest] = await mails();
  if (!newest) throw new Error('no email with notices');
  return newest;
}

type Quiet = DeskSent<'POST /api/notices'>['quiet'];

export const chooseNotices = (who: Operating, emailed: readonly StaffEvent[], quiet: Quiet = null) =>
  who.call('POST /api/notices', { emailed, quiet });

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export type ChatProgram = {
  readonly address: string;
  /** The bodies of all messages, oldest first. */
  readonly received: readonly { readonly text?: string; readonly content?: string; readonly [key: string]: unknown }[];
  /** How it answers from now on; 200 at first. */
  answerWith(answer: Answer | number): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A chat program on this machine. */
export async function chatProgram(): Promise<ChatProgram> {
  const received: ChatProgram['received'][number][] = [];
  let answer: Answer = (response) => response.end('ok');
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      received.push(JSON.parse(Buffer.concat(parts).toString()));
      answer(response, request);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/B0/a-long-secret-9k3q`,
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
