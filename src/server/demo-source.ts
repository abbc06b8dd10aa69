// Parses what the demo customer of a shop has ordered. Read outside production only.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseYaml } from '#lib/yaml/parse.ts';
import { formatSourceError, isSourceErrors } from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';

const filledShape = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
const answers = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));
const order = {
  offer: filledShape,
  /** Its key in the catalogue. */
  platform: z.optional(filledShape),
  answers: z._default(answers, {}),
};

const shape = z.strictObject({
  answers: z._default(answers, {}),
  orders: z.strictObject({
    accepted: z.optional(
      z.strictObject({
        ...order,
        first: filledShape,
        change: z.strictObject({ note: filledShape, passage: filledShape, mark: filledShape }),
        second: filledShape,
        /** Why it is delivered despite the checks. */
        why: filledShape,
      }),
    ),
    monthly: z.optional(z.strictObject(order)),
    cancelled: z.optional(z.strictObject(order)),
    inWork: z.optional(z.strictObject({ ...order, message: filledShape })),
    paid: z.optional(z.strictObject(order)),
    unpaid: z.optional(z.strictObject(order)),
  }),
});
export type DemoSource = z.output<typeof shape>;

/** Undefined if the shop has none. */
export async function readDemoSource(folder: string): Promise<DemoSource | undefined> {
  const path = join(folder, 'demo.yaml');
  if (!existsSync(path)) return undefined;
  const parsed = parseYaml('shop/demo.yaml', await readFile(path, 'utf8'), shape);
  if (isSourceErrors(parsed)) throw new StartError(parsed.map(formatSourceError));
  return parsed.value;
}
