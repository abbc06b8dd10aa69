// The texts of pages as they are stored: the home page, the questions, the menus and the company. Files,
// calls, forms and previews share them.
import * as z from 'zod/mini';
import { isIban } from '#lib/bank/references.ts';
import { isHttpsAddress } from '#lib/https-address.ts';
import { isLanguageTag } from '#lib/language-names.ts';
import { isBuiltIn, type Locale } from '#lib/locale.ts';
import { contentNames } from '#lib/rendering.ts';
import { getPath } from '#lib/url-path.ts';
import { ownerWordsShape } from '#lib/words/owner-words-shape.ts';
import { getPageRow, matchPage, type PageName } from '../../pages.ts';
import { createEditShapes, createFormShape } from './shapes.ts';

const filledShape = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));

const companyShape = z.strictObject({
  sample: z.boolean(),
  legalName: filledShape,
  registrationNumber: filledShape,
  vatId: filledShape,
  street: filledShape,
  city: filledShape,
  postalCode: filledShape,
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters, as in ISO 3166-1')),
  representative: ownerWordsShape,
  email: z.email(),
  phone: filledShape,
  /** The account for transfers; without one, invoices name none. */
  iban: z.optional(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || isIban(text), 'must be an IBAN'),
    ),
  ),
  /** Payers in Norway then give a KID with this check digit; absent or empty: an RF reference. */
  kidModulus: z.optional(z.enum(['', 'mod10', 'mod11'])),
  /** Whether an advance is invoiced with its VAT; absent or empty: as the seller's country has it. */
  advanceInvoices: z.optional(z.enum(['', 'yes', 'no'])),
  bic: z.optional(z.string().check(z.trim(), z.regex(/^$|^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a BIC'))),
});

const anchor = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens'));

const faqShape = z.strictObject({
  groups: z.array(z.strictObject({ id: anchor, title: ownerWordsShape })).check(z.minLength(1)),
  questions: z.array(
    z.strictObject({ id: anchor, group: anchor, home: z._default(z.boolean(), false), question: ownerWordsShape, answer: ownerWordsShape }),
  ),
});

const MAX_SAMPLES = 3;
const MAX_FACTS = 3;

const homeShape = z.strictObject({
  title: ownerWordsShape,
  description: ownerWordsShape,
  blocks: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.enum(['how', 'bundles', 'questions']) }),
        z.strictObject({
          kind: z.literal('hero'),
          eyebrow: ownerWordsShape,
          lead: ownerWordsShape,
          facts: z._default(z.array(ownerWordsShape).check(z.maxLength(MAX_FACTS)), []),
          example: z.optional(filledShape),
        }),
        z.strictObject({ kind: z.literal('services'), title: ownerWordsShape }),
        z.strictObject({ kind: z.literal('samples'), services: z.array(filledShape).check(z.minLength(1), z.maxLength(MAX_SAMPLES)) }),
        z.strictObject({
          kind: z.literal('points'),
          title: ownerWordsShape,
          points: z.array(z.strictObject({ title: ownerWordsShape, text: ownerWordsShape })),
        }),
      ]),
    )
    .check(z.minLength(1)),
});

const MAX_HEADER_LINKS = 8;
const MAX_COLUMNS = 3;
const MAX_COLUMN_LINKS = 12;

/** A page that a link may lead to: neither one of a mailed link, nor one that needs a number. */
function isListedPage(target: string): boolean {
  const name = findPage(target);
  if (!name) return false;
  const { unlisted, workshop, endless } = getPageRow(name);
  return !unlisted && !workshop && !endless;
}

/** Links in the owner's texts lead to pages of the shop. */
export const isOwnPage = (target: string): boolean => findPage(target) !== undefined;

export const findPage = (target: string): PageName | undefined => (target.startsWith('/') ? matchPage(getPath(target))?.name : undefined);

const languageShape = z.pipe(
  z.string().check(z.refine((tag) => isBuiltIn(tag) || isLanguageTag(tag), 'must be a language, such as en or pt-BR')),
  z.transform((tag) => tag as Locale),
);

const links = z.array(
  z.strictObject({
    to: z
      .string()
      .check(
        z.refine(
          (target) => isListedPage(target) || isHttpsAddress(target),
          'must be a page of the shop, such as /services, or an address that begins with https://',
        ),
      ),
    label: ownerWordsShape,
    languages: z.optional(z.array(languageShape).check(z.minLength(1, 'must name a language, or be left out'))),
  }),
);

const menusShape = z.strictObject({
  header: links.check(z.minLength(1), z.maxLength(MAX_HEADER_LINKS)),
  columns: z
    .array(z.strictObject({ title: ownerWordsShape, links: links.check(z.minLength(1), z.maxLength(MAX_COLUMN_LINKS)) }))
    .check(z.minLength(1), z.maxLength(MAX_COLUMNS)),
  note: z.optional(ownerWordsShape),
});

export const contentTextShapes = { home: homeShape, faq: faqShape, menus: menusShape, company: companyShape };
export type ContentTexts = { readonly [Name in keyof typeof contentTextShapes]: z.output<(typeof contentTextShapes)[Name]> };
/** The form of the company does not say whether it is a sample. */
export type FormTexts = Omit<ContentTexts, 'company'> & { readonly company: Omit<ContentTexts['company'], 'sample'> };
export type ContentText = FormTexts[keyof FormTexts];

const ANSWER_CHARS = 4_000;

/** `samples`: the services that have a sample, by slug. */
export const contentShapes = createEditShapes(
  { name: z.enum(contentNames) },
  { text: createFormShape<ContentText>(ANSWER_CHARS) },
  { samples: z.array(z.object({ slug: z.string(), name: z.string() })) },
);
export type ContentDetails = z.output<typeof contentShapes.details>;
