// API schemas of the desk's mail editor.
import * as z from 'zod/mini';
import { type BuiltInLocale, builtInLocales } from '#lib/locale.ts';
import { createEditShapes, createFormShape } from '#modules/content/shapes.ts';
import { type MailTextName, mailTextNames } from './shapes.ts';

const TEXT_CHARS = 20_000;

/** What a file says. The footer has no subject. */
type MailValue = { readonly subject?: string; readonly markdown: string };
export type MailForm = Readonly<Record<BuiltInLocale, MailValue>>;

const name = z.enum(mailTextNames);
const stateShape = {
  /** The texts are those of the release. */
  isDefault: z.boolean(),
  /** The own texts do not fit this release, so the default texts are sent. */
  isOutdated: z.boolean(),
};

export const mailShapes = createEditShapes(
  { name },
  { text: createFormShape<MailForm>(TEXT_CHARS) },
  {
    ...stateShape,
    /** The placeholders that the texts must use. */
    values: z.array(z.string()),
    /** Those that they may use. */
    optional: z.array(z.string()),
    /** To go back to. */
    defaults: z.custom<MailForm>(),
  },
);
export type MailDraft = { readonly name: MailTextName; readonly text: MailForm };
export type MailDetails = z.output<typeof mailShapes.details>;

export const mailListShape = z.array(z.object({ name, subject: z.string(), ...stateShape }));

/** The draft with sample values, as recipients would get it. */
export const mailPreviewShape = z.object({
  texts: z.array(z.object({ locale: z.enum([...builtInLocales]), subject: z.string(), html: z.string(), text: z.string() })),
  /** The styles of the HTML. */
  style: z.string(),
});
export type MailPreview = z.output<typeof mailPreviewShape>;

export const testMailShape = z.extend(mailShapes.draft, { locale: z.enum([...builtInLocales]) });
/** `error`: why the mail server did not take it. */
export const testedMailShape = z.object({ to: z.string(), error: z.nullable(z.string()) });
