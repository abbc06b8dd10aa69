// What goes over the wire when the owner's texts are edited at the desk: the catalogue and the policies, each with its versions.
import * as z from 'zod/mini';
import { localeNames } from '../../../lib/locale.ts';
import { catalogueDraftShape, textChangeShape } from '../../catalogue/shapes-desk.ts';
import { versionShape } from '../../texts/shapes.ts';
import { policyDraftShape } from '../../texts/shapes-desk.ts';
import { whyShape } from '../shapes.ts';

/** `from`: the version that it was made from. */
const savingShape = { from: z.int().check(z.gte(1)), why: whyShape };

export const cataloguePreviewShape = z.object({
  changes: z.array(textChangeShape),
  /** The whole file as it would be. */
  text: z.string(),
  /** The service as the page of all services would show it; none for what all services share. */
  pages: z.array(z.object({ locale: z.enum([...localeNames]), html: z.string() })),
  /** Of the storefront, for the pages. */
  style: z.string(),
});
export type CataloguePreview = z.output<typeof cataloguePreviewShape>;

export const saveCatalogueShape = z.object({ ...catalogueDraftShape.shape, ...savingShape });
export const savePolicyShape = z.object({ ...policyDraftShape.shape, ...savingShape });

/** `saved` false: somebody else has saved meanwhile, and `version` is theirs. */
export const savedTextShape = z.object({ saved: z.boolean(), version: versionShape });
export type SavedText = z.output<typeof savedTextShape>;

export const oldTextShape = z.object({ text: z.string() });
