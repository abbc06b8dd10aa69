// Request and response shapes of the editor of catalogue and policies.
import * as z from 'zod/mini';
import { builtInLocales } from '#lib/locale.ts';
import { catalogueDraftShape, textChangeShape } from '#modules/catalogue/desk-shapes.ts';
import { policyShapes } from '#modules/content/desk-shapes.ts';
import { versionShape } from '#modules/content/shapes.ts';
import { brandShapes } from '#modules/content/shapes-brand.ts';
import { contentShapes } from '#modules/content/shapes-pages.ts';
import { mailShapes } from '#modules/mail/desk-shapes.ts';
import { whyShape } from '#modules/staff/shapes.ts';

/** `from`: the version that was edited; 0 for a new file. */
const savingShape = { from: z.int().check(z.gte(0)), why: whyShape };

export const cataloguePreviewShape = z.object({
  changes: z.array(textChangeShape),
  /** Conditional questions of the brief, in English. */
  conditions: z.array(z.object({ question: z.string(), onlyIf: z.string() })),
  /** The whole file with the edit. */
  text: z.string(),
  /** The service as the services page would show it; empty for texts shared by all services. */
  pages: z.array(z.object({ locale: z.enum([...builtInLocales]), html: z.string() })),
  /** The storefront's style sheet, for the previews. */
  style: z.string(),
});
export type CataloguePreview = z.output<typeof cataloguePreviewShape>;

export const saveCatalogueShape = z.object({ ...catalogueDraftShape.shape, ...savingShape });
export const saveBrandShape = z.extend(brandShapes.draft, savingShape);
export const saveMailShape = z.extend(mailShapes.draft, savingShape);
export const saveContentShape = z.extend(contentShapes.draft, savingShape);
export const savePolicyShape = z.extend(policyShapes.draft, savingShape);

/** `saved` false: there was a concurrent save, and `version` is that one. */
export const savedTextShape = z.object({ saved: z.boolean(), version: versionShape });
export type SavedText = z.output<typeof savedTextShape>;

export const oldTextShape = z.object({ text: z.string() });

export const policiesShape = z.array(
  z.object({
    name: z.string(),
    texts: z.array(
      z.object({
        locale: z.string(),
        title: z.string(),
        version: z.int(),
        updated: z.string(),
        html: z.string(),
        file: z.string(),
      }),
    ),
  }),
);
