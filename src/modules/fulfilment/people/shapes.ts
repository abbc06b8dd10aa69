// Shapes of how work is assigned: what each operator takes, how much per day, and the days off.
import * as z from 'zod/mini';
import { isDay } from '#lib/time/days.ts';
import { serviceShape } from '#modules/catalogue/shapes.ts';

const MAX_PER_DAY = 200;
const MAX_DAYS_OFF = 60;

const day = z.string().check(z.refine(isDay));
/** `until`: the last day. */
const daysOffShape = z
  .array(z.object({ from: day, until: day }).check(z.refine(({ from, until }) => from <= until, { path: ['until'] })))
  .check(z.maxLength(MAX_DAYS_OFF));

/** What operators say of themselves, too. */
const ownFields = {
  /** Pieces; null: any number. */
  perDay: z.nullable(z.int().check(z.gte(0), z.lte(MAX_PER_DAY))),
  daysOff: daysOffShape,
};
export const ownWorkShape = z.object(ownFields);
export type OwnWork = z.output<typeof ownWorkShape>;

const workFields = {
  operatorId: z.uuid(),
  /** New pieces are assigned to them. */
  isAssigned: z.boolean(),
  /** Null: all. */
  services: z.nullable(z.array(serviceShape).check(z.minLength(1))),
  languages: z.nullable(z.array(z.enum(['en', 'es', 'ja'])).check(z.minLength(1))),
  ...ownFields,
};
export const operatorWorkShape = z.object(workFields);
export type OperatorWork = z.output<typeof operatorWorkShape>;
export const operatorWorksShape = z.array(operatorWorkShape);

export const customerIdShape = z.object({ id: z.uuid() });
export const customerMakerShape = z.object({ maker: z.nullable(z.uuid()) });
export const setCustomerMakerShape = z.extend(customerMakerShape, customerIdShape.shape);
