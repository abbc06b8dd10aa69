// Moves between the steps of a brief. Styles show one step at a time on a phone, and all of them elsewhere.
import { useRef, useState } from 'react';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import { getFieldId } from './brief-errors.ts';
import type { Step } from './brief-steps.ts';

/** As in the styles. */
const PHONE = '(max-width: 40rem)';

type StepsOptions = {
  readonly steps: readonly Step[];
  readonly first: () => Step | undefined;
  /** Validates these fields. */
  readonly pass: (fields: readonly string[]) => Promise<boolean>;
  /** Removes the errors of a single step. */
  readonly leave: () => void;
  /** The last error and its fields. */
  readonly failed: { readonly error: Error; readonly fields: readonly string[] } | undefined;
};

export type Steps = ReturnType<typeof useSteps>;

export function useSteps({ steps, first, pass, leave, failed }: StepsOptions) {
  const [name, setName] = useState(() => first()?.name);
  const [seen, setSeen] = useState(failed?.error);
  const line = useRef<HTMLParagraphElement>(null);
  const focusAfter = useFocusAfter();
  const index = Math.max(
    0,
    steps.findIndex((step) => step.name === name),
  );
  // After an error the step of the first error is shown.
  if (failed?.error !== seen) {
    setSeen(failed?.error);
    const first = steps.find(({ fields }) => fields.some((field) => failed?.fields.includes(field)));
    if (first) setName(first.name);
  }
  const goTo = (step: Step | undefined) => {
    if (!step) return;
    setName(step.name);
    focusAfter(() => line.current, 'nearest');
  };
  return {
    index,
    count: steps.length,
    current: steps[index]?.name,
    line,
    isLast: index >= steps.length - 1,
    isOneByOne: () => matchMedia(PHONE).matches,
    back: () => {
      leave();
      goTo(steps[index - 1]);
    },
    next: async () => {
      if (await pass(steps[index]?.fields ?? [])) goTo(steps[index + 1]);
    },
    /** Leads to a field that may be in another step or folded. */
    leadTo: (id: string) => {
      const has = (field: string) => id === getFieldId(field) || id.startsWith(`${getFieldId(field)}-`);
      const step = steps.find(({ fields }) => fields.some(has));
      if (step) setName(step.name);
      focusAfter(() => {
        const field = document.getElementById(id);
        field?.closest('details')?.setAttribute('open', '');
        return field;
      });
    },
  };
}
