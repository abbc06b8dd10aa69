// What the set-up page decides without trying anything. Pure.
import { getCountryName } from '#lib/locale.ts';
import { policyNames, type ShopTexts } from '#lib/rendering.ts';
import { showDay } from '#lib/time/date.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import { summarizeTax } from '../rules.ts';
import type { StepName, StepResult } from './shapes.ts';

/** The label of each check's button. */
export const checkLabels: Readonly<Record<StepName, string>> = {
  tax: 'Confirm',
  mail: 'Send test email',
  payments: 'Check',
  policies: 'I’ve reviewed them',
  secondFactor: 'Check',
  backup: 'Check',
  address: 'Check',
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

const toResult = (ok: boolean, ...lines: string[]): StepResult => ({ ok, lines });

export function checkSeller({ company }: ShopTexts): StepResult {
  const { sample, legalName, registrationNumber, vatId, street, city, postalCode, country, phone, email } = company;
  const sampleFields = Object.entries({ legalName, registrationNumber, vatId, street, city, phone })
    .filter(([, value]) => /replace me|^sample|^\+00 /i.test(value))
    .map(([name]) => name);
  const wrong = [
    ...(sampleFields.length > 0 ? [`Still the sample: ${sampleFields.map((name) => fieldLabels[name] ?? name).join(', ')}.`] : []),
    ...(country === 'ZZ' ? ['The country is missing.'] : []),
    ...(sample ? ['The company is still the sample.'] : []),
  ];
  const who = `${legalName}, ${street}, ${postalCode} ${city}, ${country === 'ZZ' ? '—' : getCountryName(country, 'en')}; ${email}`;
  return wrong.length > 0 ? toResult(false, ...wrong) : toResult(true, `Customers see: ${who}.`);
}

export function checkTax(tax: Tax, { company }: ShopTexts): StepResult {
  const lines = [...summarizeTax(tax), ...(tax.rule ? ['The tax rule of a plugin applies after this.'] : [])];
  const isSample = tax.vat === 'inclusive' && company.sample;
  return isSample ? toResult(false, ...lines, 'The VAT ID of your company is still the sample.') : toResult(true, ...lines);
}

export function checkPolicies({ policies }: ShopTexts): StepResult {
  const lines = policyNames.map((name) => {
    const { title, version, updated } = policies[name].en;
    return `${title}: version ${version}, ${showDay(updated, 'en-GB', 'en').shown}`;
  });
  return toResult(true, ...lines);
}

/** Changes if a policy changes, so the step has to be confirmed again. */
export const markOfPolicies = ({ policies }: ShopTexts): string =>
  policyNames.map((name) => `${name} ${policies[name].en.version}`).join(', ');
export const markOfSeller = ({ company }: ShopTexts): string =>
  [company.sample, company.legalName, company.vatId, company.country].join(' ');
export const markOfTax = ({ vat, rates, reverseCharge }: Tax): string => [vat, reverseCharge, ...Object.entries(rates).flat()].join(' ');
