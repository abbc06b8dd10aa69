// Shapes of what the desk knows of the offers: names, questions, platforms, and what plugins add.
import * as z from 'zod/mini';
import { deliverables, fieldShape, serviceShape } from '#modules/catalogue/shapes.ts';
import { stageColours } from '#modules/catalogue/stages/shapes.ts';

export const offerWordsShape = z.object({
  services: z.array(
    z.object({
      serviceType: serviceShape,
      kind: z.enum(['service', 'bundle']),
      name: z.string(),
      madeBy: z.string(),
      /** `mayMove`: whether the caller may move a piece there. */
      stages: z.array(z.object({ id: z.string(), name: z.string(), colour: z.enum(stageColours), mayMove: z.boolean() })),
    }),
  ),
  offers: z.array(z.object({ id: z.string(), serviceType: serviceShape, unit: z.string(), fields: z.array(fieldShape) })),
  platforms: z.array(z.object({ platform: z.int(), key: z.string(), name: z.string(), retired: z.boolean() })),
  /** Programs of plugins that can make pieces, whether or not a service uses them. */
  pluginMakers: z.array(z.object({ name: z.string(), label: z.string() })),
  /** Kinds of plugins that a service can have. `maker`, `delivers`: of a service that names none. */
  pluginKinds: z.array(
    z.object({ name: z.string(), label: z.string(), maker: z.nullable(z.string()), delivers: z.array(z.enum(deliverables)) }),
  ),
});
export type OfferWords = z.output<typeof offerWordsShape>;
