// Parses the home page's blocks and the samples of the services.
import * as z from 'zod/mini';
import { type ShopTexts, samplePictures, singleBlocks } from '#lib/rendering.ts';
import { inLocales } from '#lib/words/owner-words-shape.ts';
import { checkSource } from '#lib/yaml/check.ts';
import { createErrorBuilder, isSourceErrors, type Parsed, type Source, type SourceError } from '#lib/yaml/source.ts';
import type { ContentTexts } from '../shapes-pages.ts';
import { contentReasons } from './errors.ts';

const filled = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
const rows = z.array(z.array(filled).check(z.minLength(2))).check(z.minLength(1));

/** Four weeks. */
const MAX_DAY = 28;

const part = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), label: filled, text: filled }),
  z.strictObject({ kind: z.literal('list'), label: filled, items: z.array(filled) }),
  z.strictObject({ kind: z.literal('board'), label: filled, rows }),
  z.strictObject({ kind: z.literal('notes'), label: filled, rows }),
  z.strictObject({ kind: z.literal('tags'), label: filled, rows }),
  z.strictObject({ kind: z.literal('table'), label: filled, columns: z.array(filled), rows }),
  z.strictObject({
    kind: z.literal('post'),
    label: filled,
    platform: filled,
    handle: filled,
    slot: filled,
    picture: z.enum([...samplePictures]),
    direction: filled,
    caption: filled,
    action: filled,
  }),
  z.strictObject({ kind: z.literal('change'), label: filled, before: filled, after: filled, marks: rows }),
  z.strictObject({
    kind: z.literal('month'),
    label: filled,
    entries: z
      .array(
        z.strictObject({
          day: z.int().check(z.minimum(1), z.maximum(MAX_DAY)),
          service: filled,
          title: filled,
          time: z.optional(filled),
          count: z.optional(z.int().check(z.minimum(1))),
        }),
      )
      .check(z.minLength(1)),
  }),
]);
const sample = z.strictObject({ brand: filled, parts: z.array(part).check(z.minLength(1)) });
const samplesShape = inLocales(sample);

export const findHomeErrors = ({ value: { blocks }, findLine }: Parsed<ContentTexts['home']>): SourceError[] =>
  blocks.flatMap(({ kind }, index) => {
    const isRepeated = singleBlocks.has(kind) && blocks.findIndex((other) => other.kind === kind) < index;
    const error = createErrorBuilder(contentReasons, 'shop/home.yaml', findLine);
    return isRepeated ? [error(['blocks', index, 'kind'], 'block-twice', { kind })] : [];
  });

/** The sample of one service in every language. */
export function parseSample(source: Source): ShopTexts['samples'][string] | readonly SourceError[] {
  const parsed = checkSource(source, samplesShape);
  return isSourceErrors(parsed) ? parsed : parsed.value;
}
