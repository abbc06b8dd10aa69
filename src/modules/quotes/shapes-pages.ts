// What the open page of a quote shows, and what its client fills in.
import * as z from 'zod/mini';
import { nameLine, toCleanLines } from '#lib/markdown/plain-text.ts';
import { askPrefecture, askState, billingFields } from '#lib/money/billing.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import type { QuoteState } from './rules.ts';

const messages = {
  agreed: /*i18n*/ { id: 'billing.agreed', message: 'Agree to the terms and the privacy policy to continue.' },
  name: /*i18n*/ { id: 'quote.name', message: 'Enter your name.' },
} as const satisfies Record<string, Message>;

const { country, city, address, state, zipCode } = billingFields;
const createTextShape = (maxChars: number) => z._default(z.string().check(z.overwrite(nameLine), z.trim(), z.maxLength(maxChars)), '');
const acceptFields = {
  name: z
    .string(withMessage(messages.name))
    .check(z.overwrite(nameLine), z.trim(), z.minLength(1, withMessage(messages.name)), z.maxLength(200)),
  agree: z.literal('on', withMessage(messages.agreed)),
  /** A consumer who does not tick it waits until the right of withdrawal is over. */
  startNow: z.optional(z.string()),
  /** The total of the button, so that an option ticked since then is asked about once more. */
  total: z.optional(z.string()),
  company: createTextShape(200),
  vatId: createTextShape(50),
};
const withAddress = z
  .object({ ...acceptFields, country, city, address, state: z._default(state, ''), zipCode: z._default(zipCode, '') })
  .check(askState, askPrefecture);
const withoutAddress = z.object(acceptFields);

export const acceptShape = (asksAddress: boolean): typeof withAddress | typeof withoutAddress =>
  asksAddress ? withAddress : withoutAddress;

export const declineShape = z.object({ reason: z._default(z.string().check(z.overwrite(toCleanLines), z.trim(), z.maxLength(2_000)), '') });

type ShownLine = { readonly name: string; readonly quantity: number; readonly total: number };

/** Moments in ISO format. */
export type OpenQuote = {
  readonly number: string;
  readonly version: number;
  readonly seller: string;
  readonly buyer: string;
  readonly state: QuoteState;
  readonly validUntil: string;
  readonly message: string;
  readonly currency: CurrencyNumber;
  readonly lines: readonly ShownLine[];
  readonly options: readonly ShownLine[];
  /** Positions of the options in it, once it is accepted. */
  readonly chosen: readonly number[];
  readonly discountPercent: number;
  readonly advancePercent: number;
  readonly pay: 'link' | 'invoice';
  readonly termsDays: number;
  /** A consumer may ask for work to begin at once. */
  readonly hasRight: boolean;
  readonly asksAddress: boolean;
  readonly asksDetails: boolean;
  readonly known: Readonly<Record<'country' | 'address' | 'zipCode' | 'city' | 'state', string>>;
  readonly accepted: { readonly name: string; readonly at: string; readonly hash: string } | null;
  readonly decidedAt: string | null;
  /** An advance that is asked for without an invoice. */
  readonly request: { readonly amount: number; readonly dueOn: string; readonly reference: string; readonly iban: string } | null;
  /** Of our own page that leads on to the payment. */
  readonly next: string | null;
};
