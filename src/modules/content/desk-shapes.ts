// API schemas of the desk's policy editor.
import * as z from 'zod/mini';
import { type BuiltInLocale, builtInLocales } from '#lib/locale.ts';
import { type PolicyName, policyNames } from '#lib/rendering.ts';
import { createEditShapes, createFormShape } from './shapes.ts';
import type { PolicyValue } from './shapes-policies.ts';

const TEXT_CHARS = 150_000;

/** A policy has one version for all languages. A form cannot change its number and day. */
export type PolicyForm = Readonly<Record<BuiltInLocale, PolicyValue>>;

export const policyShapes = createEditShapes({ name: z.enum(policyNames) }, { text: createFormShape<PolicyForm>(TEXT_CHARS) }, {});
export type PolicyDraft = { readonly name: PolicyName; readonly text: PolicyForm };
export type PolicyDetails = z.output<typeof policyShapes.details>;

/** The rendered draft. */
export const policyPreviewShape = z.object({
  version: z.int(),
  updated: z.string(),
  texts: z.array(z.object({ locale: z.enum([...builtInLocales]), title: z.string(), html: z.string() })),
});
export type PolicyPreview = z.output<typeof policyPreviewShape>;
