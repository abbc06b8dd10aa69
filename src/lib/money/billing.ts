// Billing address and consents of an order or a deposit; validated in the browser's form and by the server.
import * as z from 'zod/mini';
import { nameLine } from '../markdown/plain-text.ts';
import { createPersonNameShape } from '../people/person-name.ts';
import { hasStates } from '../people/postal-address.ts';
import type { Message } from '../user-error.ts';
import { withMessage } from '../zod-message.ts';
import { isCountry } from './countries.ts';

const messages = {
  required: /*i18n*/ { id: 'field.required', message: 'Fill in this field.' },
  country: /*i18n*/ { id: 'billing.country', message: 'Choose a country.' },
  state: /*i18n*/ { id: 'billing.state', message: 'Choose a state or province.' },
  prefecture: /*i18n*/ { id: 'billing.prefecture', message: 'Choose a prefecture.' },
  start: /*i18n*/ { id: 'billing.start', message: 'Choose when work should start.' },
  agreed: /*i18n*/ { id: 'billing.agreed', message: 'Agree to the terms and the privacy policy to continue.' },
} as const satisfies Record<string, Message>;

/** Far above any price here, and far below the largest safe integer. */
const MAX_MINOR_UNITS = 1_000_000_000;

export const priceShape = z.int().check(z.gte(0), z.lte(MAX_MINOR_UNITS));

const createRequiredShape = (maxChars: number) =>
  z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1, withMessage(messages.required)), z.maxLength(maxChars));
const createOptionalShape = (maxChars: number) => z.string().check(z.overwrite(nameLine), z.trim(), z.maxLength(maxChars));

export const billingFields = {
  firstName: createPersonNameShape(messages.required),
  lastName: createPersonNameShape(messages.required),
  country: z.string().check(z.trim(), z.refine(isCountry, withMessage(messages.country))),
  city: createRequiredShape(100),
  address: createRequiredShape(200),
  state: createOptionalShape(100),
  zipCode: createOptionalShape(20),
  agreedToPP_TOS: z.literal(true, withMessage(messages.agreed)),
};

/** Requires a state if the country has states. */
export const askState = createStateCheck(messages.state, (country) => country !== 'JP');
export const askPrefecture = createStateCheck(messages.prefecture, (country) => country === 'JP');

function createStateCheck(message: Message, isFor: (country: string) => boolean) {
  return z.refine<{ readonly country: string; readonly state: string }>(
    ({ country, state }) => state !== '' || !isFor(country) || !hasStates(country),
    {
      path: ['state'],
      error: withMessage(message),
      when: ({ value }) => typeof (value as { country?: unknown } | null)?.country === 'string',
    },
  );
}

/** As the form submits it. */
export const billingShape = z.object(billingFields).check(askState, askPrefecture);
/** Consent to start work early, required of consumers with a right of withdrawal. */
export const startedBillingShape = z
  .object({ ...billingFields, startNow: z.enum(['now', 'wait'], withMessage(messages.start)) })
  .check(askState, askPrefecture);

/** An address, or none at all: then all are empty. */
export const optionalAddressFields = {
  country: z.string().check(
    z.trim(),
    z.refine((code) => code === '' || isCountry(code), withMessage(messages.country)),
  ),
  city: createOptionalShape(100),
  address: createOptionalShape(200),
  state: createOptionalShape(100),
  zipCode: createOptionalShape(20),
};

type OptionalAddress = { readonly [name in keyof typeof optionalAddressFields]?: string | undefined };

const requireIn = (name: 'country' | 'city' | 'address', message: Message) =>
  z.refine<OptionalAddress>((typed) => Boolean(typed[name]) || !isAddress(typed), { path: [name], error: withMessage(message) });

export const wholeAddressChecks = [
  requireIn('country', messages.country),
  requireIn('address', messages.required),
  requireIn('city', messages.required),
] as const;

/** Whether anything of it is filled in. */
export const isAddress = ({ country, city, address, zipCode }: OptionalAddress): boolean => Boolean(country || city || address || zipCode);

/** The recipient of the receipt. */
export type Billing = Readonly<Record<'firstName' | 'lastName' | 'country' | 'city' | 'address' | 'state' | 'zipCode', string>>;

export const toBilling = ({ firstName, lastName, country, city, address, state, zipCode }: Billing): Billing => ({
  firstName,
  lastName,
  country,
  city,
  address,
  state,
  zipCode,
});
