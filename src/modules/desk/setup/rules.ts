// Steps of the set-up checklist, and what can be decided without a check. Pure.
import { countryName } from '../../../lib/locale.ts';
import { policyNames, type ShopTexts } from '../../../lib/rendering.ts';
import type { Tax } from '../../invoicing/rules.ts';
import type { StepName, StepResult } from './shapes.ts';

type StepRow = {
  readonly title: string;
  readonly about: string;
  /** Label of the step's button. */
  readonly act: string;
};

export const setupSteps: Readonly<Record<StepName, StepRow>> = {
  seller: {
    title: 'Who sells',
    about: 'Your company stands in the footer, on invoices and in the legal pages. It comes from shop/company.yaml.',
    act: 'Look at it',
  },
  tax: {
    title: 'Tax',
    about: 'What invoices say of VAT comes from shop/tax.yaml. None of it is advice: ask whoever does your books.',
    act: 'Look at it, and count it as decided',
  },
  mail: {
    title: 'Mail',
    about: 'Customers get confirmations, links and deliveries by mail. A trial mail goes to your own address, and has to leave.',
    act: 'Send a trial mail to me',
  },
  payments: { title: 'Payments', about: 'Whoever takes the money is asked with your key whether it knows you.', act: 'Ask the provider' },
  policies: {
    title: 'Policies',
    about: 'Terms, privacy, cookies and refunds are samples until you, and a lawyer, have read them: shop/policies.',
    act: 'I have read them',
  },
  secondFactor: {
    title: 'Your second factor',
    about: 'This desk opens everybody’s orders and moves money: a password alone is not enough.',
    act: 'Look at it',
  },
  backup: {
    title: 'Backup',
    about: 'Orders, money and files live in the database and the data folder. A copy elsewhere has to be made every day.',
    act: 'Look for a fresh one',
  },
  address: {
    title: 'Addresses',
    about: 'Shop and desk need https and a host name each, so that no page of the one reaches the other.',
    act: 'Call them up',
  },
};

const found = (ok: boolean, ...lines: string[]): StepResult => ({ ok, lines });

export function checkSeller({ company }: ShopTexts): StepResult {
  const { sample, legalName, registrationNumber, vatId, street, city, postalCode, country, phone, email } = company;
  const sampleFields = Object.entries({ legalName, registrationNumber, vatId, street, city, phone })
    .filter(([, value]) => /replace me|^sample|^\+00 /i.test(value))
    .map(([name]) => name);
  const wrong = [
    ...(sampleFields.length > 0 ? [`Still as in the sample: ${sampleFields.join(', ')}.`] : []),
    ...(country === 'ZZ' ? ['The country is ZZ, which is none.'] : []),
    ...(sample ? ['“sample: true” still stands in shop/company.yaml: put your own company there, and set it to false.'] : []),
  ];
  const who = `${legalName}, ${street}, ${postalCode} ${city}, ${country === 'ZZ' ? '—' : countryName(country, 'en')}; ${email}`;
  return wrong.length > 0 ? found(false, ...wrong) : found(true, `Your customers read: ${who}.`);
}

const percent = (rate: number): string => `${rate / 100}%`;

export function checkTax({ vat, rates, reverseCharge, notes }: Tax, { company }: ShopTexts): StepResult {
  if (vat === 'none') return found(true, `You charge no VAT. Papers say: “${notes.none.en}”`);
  const named = Object.entries(rates).map(([country, rate]) => `${countryName(country, 'en')} ${percent(rate)}`);
  const lines = [
    `Prices contain VAT: ${named.join(', ')}. Elsewhere papers say: “${notes.zero.en}”`,
    reverseCharge ? `A business with a VAT ID of another country reckons it itself: “${notes.reverse.en}”` : 'There is no reverse charge.',
  ];
  return company.sample ? found(false, ...lines, 'But your own VAT ID in shop/company.yaml is still the sample.') : found(true, ...lines);
}

export function checkPolicies({ policies }: ShopTexts): StepResult {
  const lines = policyNames.map((name) => {
    const { title, version, updated } = policies[name].en;
    return `${title}: version ${version} of ${updated}`;
  });
  return found(true, ...lines);
}

/** Changes if a policy changes, so the step has to be confirmed again. */
export const markOfPolicies = ({ policies }: ShopTexts): string =>
  policyNames.map((name) => `${name} ${policies[name].en.version}`).join(', ');
export const markOfSeller = ({ company }: ShopTexts): string =>
  [company.sample, company.legalName, company.vatId, company.country].join(' ');
export const markOfTax = ({ vat, rates, reverseCharge }: Tax): string => [vat, reverseCharge, ...Object.entries(rates).flat()].join(' ');
