// What goes over the wire about an order. The shape of a brief is made from the fields of an offer, for the browser that asks and for the server that
// takes; what is left empty is not there.
import * as z from 'zod/mini';
import { type CurrencyNumber, currencyNumbers } from '../../lib/money.ts';
import { own } from '../../lib/own-words.ts';
import { manyLines, nameLine, oneLine } from '../../lib/plain-text.ts';
import type { Message } from '../../lib/refusal.ts';
import { statesOf } from '../../lib/states.ts';
import type { Field, PlatformType } from '../catalogue/shapes.ts';

const URL_MAX_CHARS = 2_048;
/** Whose address has to be on the platform that the line is for. */
const PROFILE = 'profileUrl';

const messages = {
  required: /*i18n*/ { id: 'field.required', message: 'This is required.' },
  unknown: /*i18n*/ { id: 'brief.unknown', message: 'This question is not asked any more. Please leave it out.' },
  yes: /*i18n*/ { id: 'brief.yes', message: 'We can only begin when you have confirmed this.' },
  url: /*i18n*/ { id: 'brief.url', message: 'Enter a whole address that begins with https://.' },
  host: /*i18n*/ { id: 'brief.host', message: 'This is not an address on {platform}.' },
  country: /*i18n*/ { id: 'billing.country', message: 'Choose a country.' },
  state: /*i18n*/ { id: 'billing.state', message: 'Choose a state or province.' },
  agreed: /*i18n*/ { id: 'billing.agreed', message: 'To order, agree to the terms and the privacy policy.' },
  twice: /*i18n*/ { id: 'brief.twice', message: 'Each only once, please.' },
} as const satisfies Record<string, Message>;

export type Answer = string | number | boolean | readonly string[];
export type Answers = Readonly<Record<string, Answer>>;

type BriefField = Pick<Field, 'name' | 'kind' | 'required' | 'min' | 'max' | 'itemMax' | 'options'>;

/** Said at the answer itself, by its name. */
const nobodyAsked = z.unknown().check(z.refine(() => false, own(messages.unknown)));

/** `platform`: the line's, where the service asks for one. */
export function briefShape(fields: readonly BriefField[], platform?: Pick<PlatformType, 'name' | 'hosts'>): z.ZodMiniType<Answers> {
  const asked = Object.fromEntries(
    fields.map((field) => [field.name, field.required ? valueShape(field, platform) : z.optional(valueShape(field, platform))]),
  );
  return z.pipe(z.transform(withoutEmpty), z.catchall(z.object(asked), nobodyAsked)) as unknown as z.ZodMiniType<Answers>;
}

/** Nothing, blanks and lists of nothing are no answer. What is no object at all stays for the shape to refuse. */
function withoutEmpty(answers: unknown): unknown {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return answers;
  return Object.fromEntries(
    Object.entries(answers)
      .map(([name, value]) => [name, Array.isArray(value) ? value.filter((item) => !isBlank(item)) : value])
      .filter(([, value]) => !isBlank(value) && !(Array.isArray(value) && value.length === 0)),
  );
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** What is missing says so; what is of another kind gets the general words for that. */
const missing = { error: (issue: { input?: unknown }) => (issue.input === undefined ? own(messages.required) : undefined) };

function valueShape(field: BriefField, platform: Pick<PlatformType, 'name' | 'hosts'> | undefined): z.ZodMiniType {
  const { kind, min = 0, max = Number.MAX_SAFE_INTEGER, itemMax = URL_MAX_CHARS } = field;
  const options = (field.options ?? []).map(({ value }) => value);
  const list = (item: z.ZodMiniType<string, string>) =>
    z.array(item, missing).check(
      z.minLength(min),
      z.maxLength(max),
      z.refine((items) => new Set(items).size === items.length, own(messages.twice)),
    );
  switch (kind) {
    case 'text':
      return z.string(missing).check(z.overwrite(oneLine), z.trim(), z.minLength(min), z.maxLength(max));
    case 'longText':
      return z.string(missing).check(z.overwrite(manyLines), z.trim(), z.minLength(min), z.maxLength(max));
    case 'url':
      return field.name === PROFILE && platform ? onPlatform(address(max), platform) : address(max);
    case 'texts':
      return list(z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(itemMax)));
    case 'urls':
      return list(address(itemMax));
    case 'choice':
      return z.enum(options, missing);
    case 'choices':
      return list(z.enum(options));
    case 'number':
      return z.int(missing).check(z.gte(field.min ?? 0), z.lte(max));
    case 'yesNo':
      return field.required ? z.literal(true, own(messages.yes)) : z.boolean();
    case 'file':
      return z.uuid(missing);
  }
}

const address = (max: number) =>
  z
    .string(missing)
    .check(z.overwrite(oneLine), z.trim(), z.maxLength(Math.min(max, URL_MAX_CHARS)), z.refine(isAddress, own(messages.url)));

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === 'https:' && hostname.includes('.') && username === '' && password === '';
}

function onPlatform(shape: z.ZodMiniType<string, string>, { name, hosts }: Pick<PlatformType, 'name' | 'hosts'>) {
  const isThere = (text: string) => {
    if (!isAddress(text)) return true;
    const { hostname } = new URL(text);
    return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  };
  return shape.check(z.refine(isThere, ownOn(name)));
}

/** A sentence for each platform: a shape's own sentences go by their id. */
const ownOn = (name: string): string => own({ ...messages.host, values: { platform: name } });

/** As many as one purchase can have. */
const MOST_LINES = 50;
const currencyShape = z.literal<CurrencyNumber[]>([...currencyNumbers]);

/** What is asked for once: an offer, how many, for which platform, and its brief, which the fields of the offer say more about. */
export const lineShape = z.object({
  offerId: z.string(),
  quantity: z.int(),
  platform: z.nullable(z.int()),
  answers: z.record(z.string(), z.unknown()),
});

export const quoteAskShape = z.object({
  currency: currencyShape,
  orderFormData: z.array(lineShape).check(z.minLength(1), z.maxLength(MOST_LINES)),
  couponCode: z.nullable(z.string()),
});

export const quoteShape = z.object({
  /** `why`: what the coupon does not take off here, in words. */
  lines: z.array(z.object({ total: z.int(), discount: z.int(), why: z.nullable(z.string()) })),
  subtotal: z.int(),
  discount: z.int(),
  price: z.int(),
});

export type QuoteAsk = z.input<typeof quoteAskShape>;
export type Quote = z.output<typeof quoteShape>;

const said = (most: number, words: Message) =>
  z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1, own(words)), z.maxLength(most));
const unsaid = (most: number) => z.string().check(z.overwrite(nameLine), z.trim(), z.maxLength(most));

/** Whom the receipt is made out to, and what was agreed. */
export const billingShape = z
  .object({
    firstName: said(100, messages.required),
    lastName: said(100, messages.required),
    country: z.string().check(z.trim(), z.regex(/^[A-Z]{2}$/, own(messages.country))),
    city: said(100, messages.required),
    address: said(200, messages.required),
    state: unsaid(100),
    zipCode: unsaid(20),
    agreedToPP_TOS: z.literal(true, own(messages.agreed)),
    startNow: z.boolean(),
  })
  .check(
    z.refine(({ country, state }) => state !== '' || statesOf(country).length === 0, {
      path: ['state'],
      error: own(messages.state),
      when: ({ value }) => typeof (value as { country?: unknown } | null)?.country === 'string',
    }),
  );
