// Request and response shapes of the set-up checklist.
import * as z from 'zod/mini';

export const stepNames = ['seller', 'tax', 'mail', 'payments', 'policies', 'secondFactor', 'backup', 'address'] as const;
export type StepName = (typeof stepNames)[number];

export type StepResult = { readonly ok: boolean; readonly lines: readonly string[] };

const stepShape = z.object({
  step: z.enum(stepNames),
  title: z.string(),
  about: z.string(),
  act: z.string(),
  /** changed: the check passed, but its settings have changed since. */
  state: z.enum(['todo', 'done', 'failed', 'changed']),
  lines: z.array(z.string()),
  at: z.nullable(z.string()),
  by: z.nullable(z.string()),
});
export const firstHourShape = z.array(stepShape);
export type FirstHour = z.output<typeof firstHourShape>;
export const tryStepShape = z.object({ step: z.enum(stepNames) });
