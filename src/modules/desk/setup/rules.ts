// Steps of the set-up checklist, and what can be decided without a check. Pure.
import { countryName } from '../../../lib/locale.ts';
import { policyNames, type ShopTexts } from '../../../lib/rendering.ts';
import { showDay } from '../../../lib/time/date.ts';
import type { Tax } from '../../invoicing/rules.ts';
import { taxLines } from '../settings/rules.ts';
import type { StepName, StepResult } from './shapes.ts';

type StepRow = {
  readonly title: string;
  readonly about: string;
  /** Label of the step's button. */
  readonly act: string;
};

export const setupSteps: Readonly<Record<StepName, StepRow>> = {
  seller: {
    title: 'Your company',
    about: 'Shown in the footer, on invoices and on the legal pages. Edit it in shop/company.yaml.',
    act: 'Check',
  },
  tax: {
    title: 'Tax',
    about: 'How invoices show VAT. Ask your accountant.',
    act: 'Confirm',
  },
  mail: {
    title: 'Email',
    about: 'Customers get confirmations, links and deliveries by email. Send a test email to yourself.',
    act: 'Send test email',
  },
  payments: { title: 'Payments', about: 'Checks your account with the payment provider.', act: 'Check' },
  policies: {
    title: 'Policies',
    about: 'Terms, privacy, cookies and refunds are samples. Have a lawyer check them before you open.',
    act: 'I’ve reviewed them',
  },
  secondFactor: {
    title: 'Two-step log-in',
    about: 'The desk shows every order and moves money: a password alone isn’t enough.',
    act: 'Check',
  },
  backup: {
    title: 'Backup',
    about: 'Copy the database and the data folder to another place every day.',
    act: 'Check',
  },
  address: {
    title: 'Addresses',
    about: 'Shop and desk each need https and a host name of their own.',
    act: 'Check',
  },
};

/** As people say them. */
const fieldLabels: Readonly<Record<string, string>> = {
  legalName: 'legal name',
  registrationNumber: 'registration number',
  vatId: 'VAT ID',
  street: 'street',
  city: 'city',
  phone: 'phone',
};

const found = (ok: boolean, ...lines: string[]): StepResult => ({ ok, lines });

export function checkSeller({ company }: ShopTexts): StepResult {
  const { sample, legalName, registrationNumber, vatId, street, city, postalCode, country, phone, email } = company;
  const sampleFields = Object.entries({ legalName, registrationNumber, vatId, street, city, phone })
    .filter(([, value]) => /replace me|^sample|^\+00 /i.test(value))
    .map(([name]) => name);
  const wrong = [
    ...(sampleFields.length > 0 ? [`Still the sample: ${sampleFields.map((name) => fieldLabels[name] ?? name).join(', ')}.`] : []),
    ...(country === 'ZZ' ? ['The country is missing.'] : []),
    ...(sample ? ['shop/company.yaml still says “sample: true”. Enter your company there and set it to false.'] : []),
  ];
  const who = `${legalName}, ${street}, ${postalCode} ${city}, ${country === 'ZZ' ? '—' : countryName(country, 'en')}; ${email}`;
  return wrong.length > 0 ? found(false, ...wrong) : found(true, `Customers see: ${who}.`);
}

export function checkTax(tax: Tax, { company }: ShopTexts): StepResult {
  const lines = [...taxLines(tax), ...(tax.rule ? ['The tax rule of a plugin applies after this.'] : [])];
  const isSample = tax.vat === 'inclusive' && company.sample;
  return isSample ? found(false, ...lines, 'Your VAT ID in shop/company.yaml is still the sample.') : found(true, ...lines);
}

export function checkPolicies({ policies }: ShopTexts): StepResult {
  const lines = policyNames.map((name) => {
    const { title, version, updated } = policies[name].en;
    return `${title}: version ${version}, ${showDay(updated, 'en-GB', 'en').shown}`;
  });
  return found(true, ...lines);
}

/** Changes if a policy changes, so the step has to be confirmed again. */
export const markOfPolicies = ({ policies }: ShopTexts): string =>
  policyNames.map((name) => `${name} ${policies[name].en.version}`).join(', ');
export const markOfSeller = ({ company }: ShopTexts): string =>
  [company.sample, company.legalName, company.vatId, company.country].join(' ');
export const markOfTax = ({ vat, rates, reverseCharge }: Tax): string => [vat, reverseCharge, ...Object.entries(rates).flat()].join(' ');
