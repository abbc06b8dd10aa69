// API schemas of the desk's mail editor.
import * as z from 'zod/mini';
import { builtInLocales } from '#lib/locale.ts';
import { manyLines, oneLine } from '#lib/markdown/plain-text.ts';
import { versionShape } from '#modules/content/shapes.ts';
import { mailTextNames } from './shapes.ts';

const SUBJECT_CHARS = 200;
const TEXT_CHARS = 20_000;

const name = z.enum(mailTextNames);
const inAll = <S extends z.ZodMiniType>(of: S) => z.object({ en: of, es: of, jp: of });

const mailTypedShape = z.object({
  /** Empty for the footer. */
  subject: z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(SUBJECT_CHARS)),
  markdown: z.string().check(z.overwrite(manyLines), z.maxLength(TEXT_CHARS)),
});
/** Stored text may be longer than what the desk accepts. */
const storedMailShape = z.object({ subject: z.string(), markdown: z.string() });

export const mailTextRequestShape = z.object({ name });
export const mailVersionRequestShape = z.object({ name, number: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)) });

export const mailDraftShape = z.object({ name, texts: inAll(mailTypedShape) });
export type MailTextDraft = z.output<typeof mailDraftShape>;

const stateShape = {
  /** The texts are those of the release. */
  isDefault: z.boolean(),
  /** The own texts do not fit this release, so the default texts are sent. */
  isOutdated: z.boolean(),
};

export const mailListShape = z.array(z.object({ name, subject: z.string(), ...stateShape }));

export const mailDetailsShape = z.object({
  name,
  number: z.int(),
  ...stateShape,
  /** The placeholders that the texts must use. */
  values: z.array(z.string()),
  /** Those that they may use. */
  optional: z.array(z.string()),
  texts: inAll(storedMailShape),
  /** To go back to. */
  defaults: inAll(storedMailShape),
  versions: z.array(versionShape),
});
export type MailDetails = z.output<typeof mailDetailsShape>;

/** The draft with sample values, as recipients would get it. */
export const mailPreviewShape = z.object({
  texts: z.array(z.object({ locale: z.enum([...builtInLocales]), subject: z.string(), html: z.string(), text: z.string() })),
  /** The styles of the HTML. */
  style: z.string(),
});
export type MailPreview = z.output<typeof mailPreviewShape>;

export const oldMailShape = z.object({ texts: inAll(storedMailShape) });

export const testMailShape = z.object({ ...mailDraftShape.shape, locale: z.enum([...builtInLocales]) });
/** `error`: why the mail server did not take it. */
export const testedMailShape = z.object({ to: z.string(), error: z.nullable(z.string()) });
