// Parses the home page's blocks and the samples of the services.
import * as z from 'zod/mini';
import { type ShopTexts, samplePictures, singleBlocks } from '#lib/rendering.ts';
import { createLocalesShape } from '#lib/words/owner-words-shape.ts';
import { checkSource } from '#lib/yaml/check.ts';
import { createErrorBuilder, isSourceErrors, type Parsed, type Source, type SourceError } from '#lib/yaml/source.ts';
import type { ContentTexts } from '../shapes-pages.ts';
import { contentReasons } from './errors.ts';

const filledShape = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
const rows = z.array(z.array(filledShape).check(z.minLength(2))).check(z.minLength(1));

/** Four weeks. */
const MAX_DAY = 28;

const part = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), label: filledShape, text: filledShape }),
  z.strictObject({ kind: z.literal('list'), label: filledShape, items: z.array(filledShape) }),
  z.strictObject({ kind: z.literal('board'), label: filledShape, rows }),
  z.strictObject({ kind: z.literal('notes'), label: filledShape, rows }),
  z.strictObject({ kind: z.literal('tags'), label: filledShape, rows }),
  z.strictObject({ kind: z.literal('table'), label: filledShape, columns: z.array(filledShape), rows }),
  z.strictObject({
    kind: z.literal('post'),
    label: filledShape,
    platform: filledShape,
    handle: filledShape,
    slot: filledShape,
    picture: z.enum([...samplePictures]),
    direction: filledShape,
    caption: filledShape,
    action: filledShape,
  }),
  z.strictObject({ kind: z.literal('change'), label: filledShape, before: filledShape, after: filledShape, marks: rows }),
  z.strictObject({
    kind: z.literal('month'),
    label: filledShape,
    entries: z
      .array(
        z.strictObject({
          day: z.int().check(z.minimum(1), z.maximum(MAX_DAY)),
          service: filledShape,
          title: filledShape,
          time: z.optional(filledShape),
          count: z.optional(z.int().check(z.minimum(1))),
        }),
      )
      .check(z.minLength(1)),
  }),
]);
const sample = z.strictObject({ brand: filledShape, parts: z.array(part).check(z.minLength(1)) });
const samplesShape = createLocalesShape(sample);

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
