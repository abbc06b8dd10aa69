// Request and response shapes of the set-up checklist and of the guide of the first hour.
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

export const guideStepNames = ['brand', 'service', 'samples', 'order', 'company', 'mail', 'payments', 'policies', 'staff'] as const;
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
  /** Exact lines for a file or for the environment. */
  code: z.array(z.object({ where: z.string(), text: z.string() })),
  /** Null if there is nothing to do yet. `shop`: a page of another origin. */
  action: z.nullable(z.object({ label: z.string(), kind: z.enum(['desk', 'shop', 'endSamples']), href: z.string() })),
});
export type GuideStep = z.output<typeof guideStepShape>;

export const guideShape = z.object({
  steps: z.array(guideStepShape),
  isDismissed: z.boolean(),
  /** For the first page; null if nothing is left. */
  banner: z.nullable(z.object({ text: z.string(), page: z.enum(['/guide', '/first-hour']) })),
});
export type Guide = z.output<typeof guideShape>;
export const dismissGuideShape = z.object({ isDismissed: z.boolean() });
