// What goes over the wire where somebody looks for anything.
import * as z from 'zod/mini';
import { oneLine } from '../../../lib/markdown/plain-text.ts';

const ASKED_CHARS = 100;
/** Of a customer's name or address; shorter beginnings fit half the world. */
export const MIN_CHARS = 2;

export const findAskShape = z.object({ q: z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(ASKED_CHARS)) });

const foundKinds = ['order', 'piece', 'customer', 'payment', 'coupon', 'paper', 'ticket'] as const;
export const foundShape = z.array(
  z.object({
    kind: z.enum(foundKinds),
    /** Where it is at the desk. */
    path: z.string(),
    title: z.string(),
    about: z.string(),
  }),
);
export type Found = z.output<typeof foundShape>;
