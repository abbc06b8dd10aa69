// Shapes of a service's stages: what its pieces go through between payment and delivery.
import * as z from 'zod/mini';
import type { Words } from '#lib/locale.ts';
import { mayDo, type Role, roles } from '#modules/staff/shapes-roles.ts';

/** Tones of the look, so that they suit light and dark. */
export const stageColours = ['grey', 'accent', 'amber', 'green', 'red'] as const;
export type StageColour = (typeof stageColours)[number];

export const MAX_STAGES = 12;

/** The roles that work on pieces. */
export const moverRoles = roles.filter((role) => mayDo(role, 'queue.work'));

export const stageKeys = {
  colour: z.enum(stageColours),
  /** The roles that may move a piece here; absent: all that work on pieces. */
  movedBy: z.optional(z.array(z.enum(moverRoles)).check(z.minLength(1))),
  /** Customers see the stage before it instead. */
  isInternal: z.optional(z.boolean()),
};

export type Stage = {
  readonly id: string;
  readonly name: Words;
  readonly colour: StageColour;
  readonly movedBy?: readonly Role[] | undefined;
  readonly isInternal?: boolean | undefined;
};
