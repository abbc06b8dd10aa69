// Request and response shapes of the set-up page: its steps, and the checks that some of them need.
import * as z from 'zod/mini';

export const stepNames = ['tax', 'mail', 'payments', 'policies', 'secondFactor', 'backup', 'address'] as const;
export type StepName = (typeof stepNames)[number];

export type StepResult = { readonly ok: boolean; readonly lines: readonly string[] };

const checkFields = {
  /** The label of its button. */
  act: z.string(),
  /** changed: the check passed, but its settings have changed since. */
  state: z.enum(['todo', 'done', 'failed', 'changed']),
  lines: z.array(z.string()),
  at: z.nullable(z.string()),
  by: z.nullable(z.string()),
};
export const setUpChecksShape = z.array(z.object({ step: z.enum(stepNames), ...checkFields }));
export type SetUpChecks = z.output<typeof setUpChecksShape>;
export const tryStepShape = z.object({ step: z.enum(stepNames) });

export const guideStepNames = [
  'brand',
  'content',
  'service',
  'samples',
  'order',
  'company',
  'tax',
  'mail',
  'payments',
  'policies',
  'secondFactor',
  'backup',
  'address',
  'staff',
] as const;
export type GuideStepName = (typeof guideStepNames)[number];

const guideStepShape = z.object({
  step: z.enum(guideStepNames),
  title: z.string(),
  why: z.string(),
  minutes: z.int(),
  /** Before the first sale, or before the shop opens. */
  part: z.enum(['sale', 'opening']),
  isOptional: z.boolean(),
  isDone: z.boolean(),
  /** What there is, and what is missing. */
  lines: z.array(z.string()),
  /** Null if there is nothing to do yet. `shop`: a page of another origin. */
  action: z.nullable(z.object({ label: z.string(), kind: z.enum(['desk', 'shop', 'endSamples']), href: z.string() })),
  /** What an operator tries or confirms, with its last result; null if the step has no check. */
  check: z.nullable(z.object(checkFields)),
});
export type GuideStep = z.output<typeof guideStepShape>;

export const guideShape = z.object({
  steps: z.array(guideStepShape),
  isDismissed: z.boolean(),
  /** For the first page; null if nothing is left. */
  banner: z.nullable(z.string()),
});
export type Guide = z.output<typeof guideShape>;
export const dismissGuideShape = z.object({ isDismissed: z.boolean() });
