import { expect, test } from 'vitest';
import {
  describeJob,
  describeRows,
  EXPIRED_LINK_MINUTES,
  formatError,
  formatProvider,
  LINK_MINUTES,
  mismatchText,
  REFUND_MINUTES,
  REFUSED_DAYS,
} from './rules.ts';

test.each([
  [null, null],
  ['Error: connect ECONNREFUSED', 'connect ECONNREFUSED'],
  ['SmtpError: 550 no such user', '550 no such user'],
  ['550 Error: no such user', '550 Error: no such user'],
  ['terror: none', 'terror: none'],
  ['DrizzleQueryError: Failed query: select 1 from account', 'Database error'],
  ['', ''],
])('error %j: %j', (error, plain) => expect(formatError(error)).toBe(plain));

test.each([
  ['stripe', 'Stripe'],
  ['sandbox', 'Test bank'],
  ['none', 'no provider'],
  ['other', 'other'],
])('payment provider %s: %s', (provider, label) => expect(formatProvider(provider)).toBe(label));

test('job: its own words; those of any job if an older release had it', () => {
  expect(describeJob('mail.send')).toMatchObject({ title: 'Emails', means: 'An email couldn’t be sent.' });
  expect(['payments.refund', 'invoicing.issue'].map((task) => describeJob(task).title)).toEqual(['Refunds', 'Invoices']);
  const gone = { title: 'Background job', means: 'A background job failed.' };
  for (const task of ['mail.gone', '']) expect(describeJob(task)).toMatchObject(gone);
});

test('rows of a job: its title and help, and that the others are done', () => {
  const { title, help } = describeJob('invoicing.issue');
  expect(describeRows('invoicing.issue')).toMatchObject({ title, help, means: expect.stringContaining('all others are done') });
});

test('differences: each names the provider', () => {
  for (const text of Object.values(mismatchText)) expect(text('Stripe')).toContain('Stripe');
});

test('waits before a payment or a refund is listed: longer than the link of a payment and the retries of a job take', () => {
  expect([LINK_MINUTES, EXPIRED_LINK_MINUTES, REFUND_MINUTES, REFUSED_DAYS]).toEqual([10, 60, 60, 30]);
});
