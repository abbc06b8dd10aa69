// The sandbox mailbox: its JSON, its page and its access rules.

import { request } from 'node:http';
import type { RenderedMail } from '#modules/mail/shapes.ts';
import { fillMailbox } from '../../../tests/support/rows/support.ts';
import { test as base, expect, type Mail } from '../../../tests/support/shop.ts';
import { createSandboxTransport } from './mailbox.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { jobs: false });
const letter = (more: Partial<RenderedMail> = {}): RenderedMail => ({
  messageId: '<one@fanfare.example>',
  from: '"Fanfare" <hello@fanfare.example>',
  to: 'anna@shop.example',
  subject: 'Hello',
  text: 'Hello in text',
  html: '<!doctype html><p style="color:red">Hello in HTML</p><script>alert(1)</script>',
  locale: 'en',
  ...more,
});
const signal = new AbortController().signal;

test('mailbox: an email is stored once, listed newest first and found by address in any letter case', async ({ shop }) => {
  const mailbox = createSandboxTransport(shop.ctx);
  await mailbox.send(letter(), signal);
  await mailbox.send(letter(), signal);
  shop.clock.turn({ minutes: 1 });
  await mailbox.send(letter({ messageId: '<two@fanfare.example>', subject: 'Again' }), signal);
  await mailbox.send(letter({ messageId: '<three@fanfare.example>', to: 'ben@shop.example' }), signal);
  expect(await shop.mails('ANNA@shop.example')).toEqual([
    {
      to: 'anna@shop.example',
      from: '"Fanfare" <hello@fanfare.example>',
      replyTo: null,
      subject: 'Again',
      text: 'Hello in text',
      html: letter().html,
      at: shop.clock.now().toISOString(),
    },
    expect.objectContaining({ subject: 'Hello' }),
  ]);
  const all = await fetch(`${shop.urls.sandbox}/mail.json`);
  expect(all.headers.get('cache-control')).toBe('no-store');
  const here = ((await all.json()) as Mail[]).filter(({ to }) => ['anna@shop.example', 'ben@shop.example'].includes(to));
  expect(here).toHaveLength(3);
});

test('mailbox: at most 200 emails are listed, and an invalid address is refused', async ({ shop }) => {
  await fillMailbox(shop, 'many@shop.example', 201);
  expect(await shop.mails('many@shop.example')).toHaveLength(200);
  expect((await fetch(`${shop.urls.sandbox}/mail.json?to=${'x'.repeat(300)}`)).status).toBe(400);
  expect((await fetch(`${shop.urls.sandbox}/mail.json?to=a&to=b`)).status).toBe(400);
});

test('mailbox page: values are escaped, and scripts in an email do not run', async ({ shop }) => {
  const canary = '"><script>alert(1)</script>';
  await createSandboxTransport(shop.ctx).send(
    letter({ messageId: '<canary@x.example>', subject: canary, to: 'canary@shop.example', text: canary, from: canary }),
    signal,
  );
  const answer = await fetch(`${shop.urls.sandbox}/?to=canary@shop.example`);
  const page = await answer.text();
  expect(page).not.toContain('<script');
  expect(page).toContain('&quot;&gt;&lt;script&gt;');
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
  const source = /<iframe sandbox="" [^>]*src="(\/mail\/\d+)"/.exec(page)?.[1];
  const framed = await fetch(`${shop.urls.sandbox}${source}`);
  expect(await framed.text()).toBe(letter().html);
  const policy = framed.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/; sandbox$/);
  expect(policy).not.toContain('script-src');
  expect((await fetch(`${shop.urls.sandbox}/?to=${encodeURIComponent(canary)}`)).status).toBe(200);
});

test.for(['/mail/0', '/mail/999999', '/mail/x', '/mail/1e400', '/other'])('mailbox: %s is 404', async (path, { shop }) => {
  expect((await fetch(`${shop.urls.sandbox}${path}`)).status).toBe(404);
});

test.for([{ host: 'evil.example' }, { host: 'localhost.evil.example' }, { 'x-forwarded-for': '203.0.113.9' }])(
  'mailbox: a request with %j gets 404',
  async (headers, { shop }) => {
    expect(await fetchStatus(`${shop.urls.sandbox}/mail.json`, headers)).toBe(404);
  },
);

/** Uses node:http, because fetch() sets the host itself. */
const fetchStatus = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((done, fail) => {
    request(url, { headers }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    })
      .on('error', fail)
      .end();
  });
