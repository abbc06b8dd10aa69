// API schemas of the desk's policy editor.
import * as z from 'zod/mini';
import { builtInLocales } from '#lib/locale.ts';
import { manyLines, oneLine } from '#lib/markdown/plain-text.ts';
import { policyNames } from '#lib/rendering.ts';
import { versionShape } from './shapes.ts';

const TITLE_CHARS = 300;
const TEXT_CHARS = 150_000;

const line = z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(TITLE_CHARS));
const policyTypedShape = z.object({
  title: line,
  description: line,
  markdown: z.string().check(z.overwrite(manyLines), z.maxLength(TEXT_CHARS)),
});
const inAll = <S extends z.ZodMiniType>(of: S) => z.object({ en: of, es: of, jp: of });

export const policyRequestShape = z.object({ name: z.enum(policyNames) });
export const policyVersionRequestShape = z.object({
  name: z.enum(policyNames),
  number: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)),
});

/** A policy has one version for all languages. */
export const policyDraftShape = z.object({ name: z.enum(policyNames), texts: inAll(policyTypedShape) });
export type PolicyDraft = z.output<typeof policyDraftShape>;

const policyHeadShape = z.object({ version: z.int(), updated: z.string() });

export const policyDetailsShape = z.object({
  name: z.enum(policyNames),
  number: z.int(),
  ...policyHeadShape.shape,
  texts: inAll(policyTypedShape),
  versions: z.array(versionShape),
});
export type PolicyDetails = z.output<typeof policyDetailsShape>;

/** The rendered draft. */
export const policyPreviewShape = z.object({
  ...policyHeadShape.shape,
  texts: z.array(z.object({ locale: z.enum([...builtInLocales]), title: z.string(), html: z.string() })),
});
export type PolicyPreview = z.output<typeof policyPreviewShape>;

export const oldPolicyShape = z.object({ ...policyPreviewShape.shape, typed: inAll(policyTypedShape) });
export type OldPolicy = z.output<typeof oldPolicyShape>;
