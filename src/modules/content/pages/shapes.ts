// API schemas of the desk's editor of the home page, the questions, the menus and the company. Texts may be
// empty: the reader of the files says what is missing.
import * as z from 'zod/mini';
import { oneLine } from '#lib/markdown/plain-text.ts';
import { type ContentName, contentNames } from '#lib/rendering.ts';
import { versionShape } from '../shapes.ts';

const LINE_CHARS = 200;
const TEXT_CHARS = 1_000;
const ANSWER_CHARS = 4_000;
const MAX_BLOCKS = 40;
const MAX_ITEMS = 20;
const MAX_GROUPS = 40;
const MAX_QUESTIONS = 150;
const URL_CHARS = 500;

const text = (chars: number) => z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(chars));
const wordsOf = (chars: number) => z.object({ en: text(chars), es: text(chars), jp: text(chars) });
const line = text(LINE_CHARS);
const lines = wordsOf(LINE_CHARS);
const list = <S extends z.ZodMiniType>(of: S, most = MAX_ITEMS) => z.array(of).check(z.maxLength(most));

const blockDraftShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['how', 'bundles', 'questions']) }),
  z.object({
    kind: z.literal('hero'),
    eyebrow: lines,
    lead: wordsOf(TEXT_CHARS),
    facts: list(lines),
    /** Absent: the first offer. */
    example: z.optional(line),
  }),
  z.object({ kind: z.literal('services'), title: lines }),
  z.object({ kind: z.literal('samples'), services: list(line) }),
  z.object({ kind: z.literal('points'), title: lines, points: list(z.object({ title: lines, text: wordsOf(TEXT_CHARS) })) }),
]);
export type BlockDraft = z.output<typeof blockDraftShape>;

const homeDraftShape = z.object({ title: lines, description: wordsOf(TEXT_CHARS), blocks: list(blockDraftShape, MAX_BLOCKS) });
export type HomeDraft = z.output<typeof homeDraftShape>;

const questionDraftShape = z.object({ id: line, group: line, home: z.boolean(), question: lines, answer: wordsOf(ANSWER_CHARS) });
export type QuestionDraft = z.output<typeof questionDraftShape>;

const faqDraftShape = z.object({
  groups: list(z.object({ id: line, title: lines }), MAX_GROUPS),
  /** In the order of their groups. */
  questions: list(questionDraftShape, MAX_QUESTIONS),
});
export type FaqDraft = z.output<typeof faqDraftShape>;

const linkDraftShape = z.object({ to: text(URL_CHARS), label: lines, languages: z.optional(list(line)) });
export type LinkDraft = z.output<typeof linkDraftShape>;

const menusDraftShape = z.object({
  header: list(linkDraftShape),
  columns: list(z.object({ title: lines, links: list(linkDraftShape) })),
  note: z.optional(wordsOf(TEXT_CHARS)),
});
export type MenusDraft = z.output<typeof menusDraftShape>;

const companyDraftShape = z.object({
  legalName: line,
  registrationNumber: line,
  vatId: line,
  street: line,
  city: line,
  postalCode: line,
  country: line,
  representative: lines,
  email: line,
  phone: line,
});
export type CompanyDraft = z.output<typeof companyDraftShape>;

export type ContentDrafts = {
  readonly home: HomeDraft;
  readonly faq: FaqDraft;
  readonly menus: MenusDraft;
  readonly company: CompanyDraft;
};
/** The text of one file. */
export type ContentDraft = { readonly [Name in ContentName]: { readonly name: Name; readonly text: ContentDrafts[Name] } }[ContentName];

const draftShapeWith = <Rest extends z.core.$ZodShape>(rest: Rest) =>
  z.discriminatedUnion('name', [
    z.object({ name: z.literal('home'), text: homeDraftShape, ...rest }),
    z.object({ name: z.literal('faq'), text: faqDraftShape, ...rest }),
    z.object({ name: z.literal('menus'), text: menusDraftShape, ...rest }),
    z.object({ name: z.literal('company'), text: companyDraftShape, ...rest }),
  ]);

export const contentDraftShape = draftShapeWith({});
export const contentSavingShape = draftShapeWith;

export const contentRequestShape = z.object({ name: z.enum(contentNames) });
export const contentVersionRequestShape = z.object({
  name: z.enum(contentNames),
  number: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)),
});

/** `samples`: the services that have a sample, by slug. */
export const contentDetailsShape = draftShapeWith({
  number: z.int(),
  versions: z.array(versionShape),
  samples: z.array(z.object({ slug: z.string(), name: z.string() })),
});
export type ContentDetails = z.output<typeof contentDetailsShape>;
