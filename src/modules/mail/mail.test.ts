// Tests the outbox: a mail is sent once, retried while the mail server is down, and found again if its job is
// lost.

import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#platform/database/database.ts';
import { countJobs, listGivenUpJobs, retryJobs } from '#platform/jobs/admin.ts';
import { sampleLetterhead, sampleMails } from '../../../tests/support/owner-files.ts';
import { deleteJobs, queuedJobs } from '../../../tests/support/rows/jobs.ts';
import { emptyOutbox, mailboxRecipients, markUnsent, outboxMails } from '../../../tests/support/rows/support.ts';
import { openTestGround, quietJobs, runDueJobs, type TestGround } from '../../../tests/support/test-context.ts';
import type { JobHandlers } from '../../jobs.ts';
import { createSandboxTransport } from '../../sandbox/mailbox/mailbox.ts';
import { countUnsent, postMail } from './actions.ts';
import { mailJobs } from './jobs.ts';
import { listFailedMails } from './queries.ts';
import type { MailTransport, OutgoingMail, RenderedMail } from './shapes.ts';
import { createSmtpTransport } from './smtp.ts';

let ctx: TestGround;
beforeAll(async () => {
  ctx = await openTestGround();
});
afterAll(() => ctx.drop());
beforeEach(async () => {
  await emptyOutbox(ctx);
});

const trial = (to: string): OutgoingMail => ({ to, locale: 'es', mail: 'trial', values: { to, postedAt: '2026-05-12' } });
const post = (to: string) => transaction(ctx.db, (tx) => postMail(ctx, tx, trial(to)));
const handlers = (transport: MailTransport): JobHandlers => ({ ...quietJobs, ...mailJobs(ctx, sampleMails, transport) });
const outbox = () => outboxMails(ctx);

/** Collects letters. Each entry of `errors` makes one send fail. */
function fakeTransport() {
  const sent: RenderedMail[] = [];
  const errors: (Error | undefined)[] = [];
  const transport: MailTransport = {
    async send(letter) {
      const error = errors.shift();
      if (error) throw error;
      sent.push(letter);
    },
  };
  return { sent, errors, transport };
}

describe('queue a mail', () => {
  test('mail and job are committed with the transaction, or neither is', async () => {
    await post('kept@shop.example');
    const failing = transaction(ctx.db, async (tx) => {
      await postMail(ctx, tx, trial('undone@shop.example'));
      throw new Error('the change is taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(await outbox()).toMatchObject([{ to: 'kept@shop.example', attempts: 0, sentAt: null }]);
    expect(await countJobs(ctx.db.pool)).toMatchObject({ waiting: 1 });
  });

  test.each(['a@shop.example, b@shop.example', 'a@shop.example\r\nBcc: b@shop.example', 'Anna <a@shop.example>'])(
    '%j as recipient is refused',
    async (to) => {
      await expect(post(to)).rejects.toThrow('not a single address');
      expect(await outbox()).toEqual([]);
    },
  );

  test('the job payload contains only the id', async () => {
    const id = await post('anna@shop.example');
    expect((await queuedJobs(ctx)).map(({ payload }) => payload)).toEqual([{ id }]);
  });
});

describe('send a mail', () => {
  test('the mail is sent once, and its values are deleted', async () => {
    const { sent, transport } = fakeTransport();
    const id = await post('anna@shop.example');
    await runDueJobs(ctx, handlers(transport));
    await runDueJobs(ctx, handlers(transport));
    expect(sent).toMatchObject([{ to: 'anna@shop.example', messageId: `<${id}@fanfare.example>`, locale: 'es' }]);
    expect(await outbox()).toMatchObject([{ attempts: 1, sentAt: ctx.clock.now(), lastError: null, values: {} }]);
    expect(await countJobs(ctx.db.pool)).toEqual({ waiting: 0, running: 0, failed: 0, givenUp: 0 });
  });

  test('a job that runs again sends nothing', async () => {
    const { sent, transport } = fakeTransport();
    const id = await post('anna@shop.example');
    await runDueJobs(ctx, handlers(transport));
    await handlers(transport)['mail.send']({ id }, new AbortController().signal);
    expect(sent).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ attempts: 1 }]);
  });

  test('a mail sent but not marked as sent is repeated with the same Message-ID, so the mailbox has it once', async () => {
    const id = await post('anna@shop.example');
    await runDueJobs(ctx, handlers(createSandboxTransport(ctx)));
    // The state after a crash between sending and marking. The sender has changed since then.
    await markUnsent(ctx, { to: 'anna', postedAt: 'now' });
    const { sent, transport } = fakeTransport();
    const mailbox = createSandboxTransport(ctx);
    const moved = {
      ...sampleMails,
      letterhead: () => ({ ...sampleLetterhead, sender: { name: 'Other', address: 'hello@other.example' } }),
    };
    const both: MailTransport = {
      send: async (letter, signal) => void (await Promise.all([transport.send(letter, signal), mailbox.send(letter, signal)])),
    };
    await mailJobs(ctx, moved, both)['mail.send']({ id }, new AbortController().signal);
    expect(sent).toMatchObject([{ messageId: `<${id}@fanfare.example>` }]);
    expect(await mailboxRecipients(ctx)).toEqual(['anna@shop.example']);
  });

  test('a failure is stored in one line without addresses, and the mail is retried', async () => {
    const { sent, errors, transport } = fakeTransport();
    errors.push(new Error('451 try later, anna@shop.example\nmore'));
    await post('anna@shop.example');
    await runDueJobs(ctx, handlers(transport));
    expect(await listFailedMails(ctx.db.orm, 10)).toMatchObject([
      { to: 'anna@shop.example', attempts: 1, lastError: '451 try later, (address)' },
    ]);
    await runDueJobs(ctx, handlers(transport));
    expect(sent).toEqual([]);
    ctx.clock.turn({ minutes: 1 });
    await runDueJobs(ctx, handlers(transport));
    expect(sent).toHaveLength(1);
    expect(await listFailedMails(ctx.db.orm, 10)).toEqual([]);
  });
});

describe('sweep', () => {
  test('a mail without a job gets one, a mail with a job does not', async () => {
    const { sent, transport } = fakeTransport();
    await post('lost@shop.example');
    await deleteJobs(ctx);
    await post('waiting@shop.example');
    const sweep = handlers(transport)['mail.sweep'];
    await sweep({}, new AbortController().signal);
    await sweep({}, new AbortController().signal);
    expect(await countJobs(ctx.db.pool)).toMatchObject({ waiting: 2 });
    await runDueJobs(ctx, handlers(transport));
    expect(sent.map(({ to }) => to).sort()).toEqual(['lost@shop.example', 'waiting@shop.example']);
  });
});

describe('clean-up', () => {
  test('mails sent more than 30 days ago are deleted, unsent ones are not', async () => {
    const { transport } = fakeTransport();
    const forget = handlers(transport)['mail.deleteExpired'];
    await post('sent@shop.example');
    await runDueJobs(ctx, handlers(transport));
    await post('unsent@shop.example');
    ctx.clock.turn({ days: 30 });
    await forget({}, new AbortController().signal);
    expect(await outbox()).toHaveLength(2);
    ctx.clock.turn({ seconds: 1 });
    await forget({}, new AbortController().signal);
    expect(await outbox()).toMatchObject([{ to: 'unsent@shop.example' }]);
    ctx.clock.set(new Date());
  });
});

describe('over SMTP', () => {
  const received: string[] = [];
  const refused = new Set<string>();
  /** A mail server. Its port can be given, to restart it on the same one. */
  async function listen(port = 0, needsLogIn = false): Promise<{ port: number; close(): Promise<void> }> {
    const server = new SMTPServer({
      disabledCommands: needsLogIn ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('wrong user or password')),
      logger: false,
      onRcptTo: ({ address }, _session, done) =>
        done(refused.has(address) ? Object.assign(new Error(`no such user ${address}`), { responseCode: 550 }) : null),
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString('utf8'));
          done();
        });
      },
    });
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    const address = server.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    return { port: address.port, close: () => new Promise<void>((done) => server.close(done)) };
  }
  beforeEach(() => {
    received.length = 0;
    refused.clear();
  });
  const over = (port: number) => handlers(createSmtpTransport(`smtp://127.0.0.1:${port}`));

  test('a mail arrives as HTML and plain text, with its language and marked as automatic', async () => {
    const server = await listen();
    await post('anna@shop.example');
    await runDueJobs(ctx, over(server.port));
    await server.close();
    expect(received).toHaveLength(1);
    const mail = await PostalMime.parse(received[0] ?? '');
    expect(mail).toMatchObject({ subject: 'El correo de Fanfare llega', from: { name: 'Fanfare', address: 'hello@fanfare.example' } });
    expect(mail.to).toMatchObject([{ address: 'anna@shop.example' }]);
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@fanfare\.example>$/);
    expect(mail.text).toContain('Funciona');
    expect(mail.html).toContain('<h1');
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('content-language')).toBe('es');
  });

  test('a line break in the subject adds no header', async () => {
    const server = await listen();
    const letter: RenderedMail = {
      messageId: '<x@y.example>',
      from: '"F" <f@y.example>',
      to: 'anna@shop.example',
      subject: 'a\r\nBcc: eve@shop.example',
      text: 't',
      html: 'h',
      locale: 'en',
    };
    await createSmtpTransport(`smtp://127.0.0.1:${server.port}`).send(letter, new AbortController().signal);
    await server.close();
    const mail = await PostalMime.parse(received[0] ?? '');
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  test('server down for an hour: every mail is sent once within 15 minutes of its return', async () => {
    const server = await listen();
    await server.close();
    const down = over(server.port);
    const people = Array.from({ length: 20 }, (_, index) => `reader-${index}@shop.example`);
    // One mail every three minutes.
    for (const to of people) {
      await post(to);
      await runDueJobs(ctx, down);
      ctx.clock.turn({ minutes: 3 });
    }
    expect(await countUnsent(ctx.db.orm)).toBe(20);
    expect((await countJobs(ctx.db.pool)).givenUp).toBe(0);
    const back = await listen(server.port);
    ctx.clock.turn({ minutes: 15 });
    await runDueJobs(ctx, over(back.port));
    await runDueJobs(ctx, over(back.port));
    await back.close();
    const mails = await Promise.all(received.map((mail) => PostalMime.parse(mail)));
    expect(mails.flatMap(({ to }) => to?.map(({ address }) => address) ?? []).sort()).toEqual([...people].sort());
    expect(await countUnsent(ctx.db.orm)).toBe(0);
    ctx.clock.set(new Date());
  });

  test('permanent error: the job is given up immediately, and an operator can retry it', async () => {
    const server = await listen();
    refused.add('gone@shop.example');
    await post('gone@shop.example');
    await runDueJobs(ctx, over(server.port));
    const [job] = await listGivenUpJobs(ctx.db.pool, 10);
    expect(job).toMatchObject({ task: 'mail.send', attempts: 1, lastError: expect.stringMatching(/550 no such user \(address\)/) });
    refused.clear();
    expect(await retryJobs(ctx.db.orm, { id: job?.id ?? '' })).toHaveLength(1);
    await runDueJobs(ctx, over(server.port));
    await server.close();
    expect(received).toHaveLength(1);
    expect(await countUnsent(ctx.db.orm)).toBe(0);
  });

  test('failed log-in at the server: the job is retried, not given up', async () => {
    const server = await listen(0, true);
    await post('anna@shop.example');
    await runDueJobs(ctx, handlers(createSmtpTransport(`smtp://user:wrong@127.0.0.1:${server.port}`)));
    await server.close();
    expect(await countJobs(ctx.db.pool)).toMatchObject({ failed: 1, givenUp: 0 });
  });

  test('process stop: the attempt ends and the mail stays unsent', async () => {
    const server = await listen();
    const stopping = AbortSignal.abort(new Error('stopping'));
    const id = await post('anna@shop.example');
    await expect(over(server.port)['mail.send']({ id }, stopping)).rejects.toThrow('stopping');
    await server.close();
    expect(await countUnsent(ctx.db.orm)).toBe(1);
  });
});
