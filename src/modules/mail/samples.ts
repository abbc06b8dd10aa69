// Sample values for previews and test mails. Pure.
import { type MailTextName, type MailValue, mails, optionalOf } from './shapes.ts';

type Sampling = { readonly shopUrl: string; readonly at: Date };

const DAY_MS = 86_400_000;

/** Values that need more than their name in brackets. */
function samplesOf({ shopUrl, at }: Sampling): Readonly<Record<string, MailValue>> {
  const later = new Date(at.getTime() + 2 * DAY_MS).toISOString();
  return {
    name: 'Ada',
    email: 'ada@example.com',
    to: 'ada@example.com',
    by: 'Grace',
    operator: 'Grace',
    device: 'Firefox, Linux',
    passkey: 'Phone',
    amount: '€49.00',
    paid: 'You paid €49.00.',
    price: '€49.00',
    charged: '€0.00',
    back: '€49.00',
    credit: '€0.00',
    number: 'F-12345678-1',
    numbers: 'F-12345678-1',
    page: '/cabinet/order-history',
    invoice: '/cabinet/order-history',
    link: `${shopUrl}/`,
    settings: `${shopUrl}/`,
    at: at.toISOString(),
    postedAt: at.toISOString(),
    until: later,
    answerBy: later,
    on: later,
    hours: '48',
    minutes: '10',
    left: '7',
    items: [
      { name: '[what]', about: ['F-12345678-1'], amount: '€49.00' },
      { name: '[total]', amount: '€49.00', isTotal: true },
    ],
  };
}

/** Each value of the mail: a sample, or the name of the value in brackets. */
export function sampleValues(mail: Exclude<MailTextName, 'footer'>, sampling: Sampling): Readonly<Record<string, MailValue>> {
  const samples = samplesOf(sampling);
  return Object.fromEntries([...mails[mail].values, ...optionalOf(mail)].map((name) => [name, samples[name] ?? `[${name}]`]));
}
