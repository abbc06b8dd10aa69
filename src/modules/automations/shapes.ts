// Request and response shapes of automations: what is checked without the shop's data.
import * as z from 'zod/mini';
import { builtInLocales } from '#lib/locale.ts';
import { nameLine, toCleanLines } from '#lib/markdown/plain-text.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { changeTagShape } from '#modules/clients/shapes.ts';
import {
  type AnnouncedEvent,
  announcedEvents,
  type Comparison,
  comparisons,
  eventFields,
  type FieldName,
  fieldNames,
  findEventRow,
  findNeed,
  listComparisons,
  toWords,
} from './shapes-events.ts';

const NAME_CHARS = 60;
const TEXT_CHARS = 1_000;
const VALUE_CHARS = 200;
const MAX_CONDITIONS = 10;
const MAX_ACTIONS = 5;

const messages = {
  name: /*i18n*/ { id: 'desk.automation.name', message: 'Enter a name.' },
  text: /*i18n*/ { id: 'desk.automation.text', message: 'Enter a text.' },
  choose: /*i18n*/ { id: 'desk.automation.choose', message: 'Choose one.' },
  field: /*i18n*/ { id: 'desk.automation.field', message: 'This event has no such field.' },
  comparison: /*i18n*/ { id: 'desk.automation.comparison', message: 'This field can’t be compared like that.' },
  value: /*i18n*/ { id: 'desk.automation.value', message: 'Enter a value.' },
  number: /*i18n*/ { id: 'desk.automation.number', message: 'Enter a number.' },
  country: /*i18n*/ { id: 'desk.automation.country', message: 'Enter countries by their two letters, such as DE, AT.' },
  actions: /*i18n*/ { id: 'desk.automation.actions', message: 'Add at least one action.' },
  action: /*i18n*/ { id: 'desk.automation.action', message: 'This isn’t possible for this event.' },
} as const satisfies Record<string, Message>;

const createEnumShape = <T extends string>(names: readonly T[]) => z.enum(names as readonly [T, ...T[]], withMessage(messages.choose));

const conditionShape = z.object({
  field: createEnumShape<FieldName>(fieldNames),
  is: createEnumShape<Comparison>(Object.keys(comparisons) as Comparison[]),
  value: z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1, withMessage(messages.value)), z.maxLength(VALUE_CHARS)),
});
export type Condition = z.output<typeof conditionShape>;

const textShape = z
  .string()
  .check(z.overwrite(toCleanLines), z.trim(), z.minLength(1, withMessage(messages.text)), z.maxLength(TEXT_CHARS));
const idShape = z.string().check(z.minLength(1, withMessage(messages.choose)), z.maxLength(VALUE_CHARS));
const uuidShape = z.uuid(withMessage(messages.choose));

const actionShape = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('assign'), to: uuidShape }),
    z.object({ kind: z.literal('stage'), service: z.int(withMessage(messages.choose)), stage: idShape }),
    z.object({ kind: z.literal('tag'), tag: changeTagShape.shape.tag }),
    z.object({ kind: z.literal('note'), text: textShape }),
    z.object({ kind: z.literal('mail'), template: idShape }),
    z.object({ kind: z.literal('chat'), webhook: uuidShape, text: textShape }),
    z.object({ kind: z.literal('webhook'), endpoint: uuidShape }),
    z.object({ kind: z.literal('ticket'), text: textShape }),
  ],
  withMessage(messages.choose),
);
export type Action = z.output<typeof actionShape>;

const definition = {
  name: z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1, withMessage(messages.name)), z.maxLength(NAME_CHARS)),
  when: createEnumShape<AnnouncedEvent>(announcedEvents),
  conditions: z.array(conditionShape).check(z.maxLength(MAX_CONDITIONS)),
  actions: z.array(actionShape).check(z.minLength(1, withMessage(messages.actions)), z.maxLength(MAX_ACTIONS)),
};

/** Without `id`, a new one. `version`: the one that was changed. */
export const saveAutomationShape = z.object({ id: z.optional(z.uuid()), version: z.optional(z.int()), ...definition }).check(
  z.superRefine(({ when, conditions, actions }, refinement) => {
    const { about, fields } = findEventRow(when);
    const report = (path: readonly (string | number)[], message: Message) =>
      refinement.addIssue({ code: 'custom', path: [...path], message: withMessage(message) });
    for (const [index, condition] of conditions.entries()) {
      const at = (part: string) => ['conditions', index, part];
      if (!fields.includes(condition.field)) report(at('field'), messages.field);
      else if (!listComparisons(condition.field).includes(condition.is)) report(at('is'), messages.comparison);
      const wrong = findValueError(condition);
      if (wrong) report(at('value'), wrong);
    }
    for (const [index, { kind }] of actions.entries()) if (!findNeed(kind, about)) report(['actions', index, 'kind'], messages.action);
  }),
);
export type SaveAutomation = z.output<typeof saveAutomationShape>;

const isChoice: Readonly<Record<string, (value: string) => boolean>> = {
  yesNo: (value) => value === 'true' || value === 'false',
  language: (value) => (builtInLocales as readonly string[]).includes(value),
  from: (value) => value === 'client' || value === 'team',
  service: (value) => /^\d{1,9}$/.test(value),
  platform: (value) => /^\d{1,9}$/.test(value),
  currency: (value) => /^\d{1,9}$/.test(value),
};

function findValueError({ field, value }: Condition): Message | undefined {
  const { kind } = eventFields[field];
  if (field === 'country') return toWords(value).every((word) => /^[a-z]{2}$/.test(word)) ? undefined : messages.country;
  if (kind === 'number' || kind === 'amount') return /^\d{1,12}$/.test(value) ? undefined : messages.number;
  return (isChoice[kind]?.(value) ?? true) ? undefined : messages.choose;
}

export const automationIdShape = z.object({ id: z.uuid() });
export const savedAutomationShape = z.object({ id: z.string() });
export const switchAutomationShape = z.object({ id: z.uuid(), isOn: z.boolean() });

export const automationsShape = z.object({
  automations: z.array(
    z.object({
      id: z.string(),
      version: z.int(),
      name: z.string(),
      when: z.enum(announcedEvents as readonly [AnnouncedEvent, ...AnnouncedEvent[]]),
      conditions: z.array(conditionShape),
      actions: z.array(actionShape),
      isOn: z.boolean(),
      /** Since its last change. */
      isTried: z.boolean(),
      author: z.object({ name: z.string(), isEnded: z.boolean() }),
      changedAt: z.string(),
      /** Of the last thirty days. */
      runs: z.object({ done: z.int(), failed: z.int(), waiting: z.int() }),
    }),
  ),
  /** The saved replies that can be emailed, and the chats. */
  templates: z.array(z.object({ id: z.string(), name: z.string() })),
  webhooks: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Endpoints of webhooks. */
  endpoints: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Automations = z.output<typeof automationsShape>;

/** `label`: the number of the order or ticket, or the name of the client. `link`: its page of the desk. */
const subject = { at: z.string(), label: z.string(), link: z.nullable(z.string()) };
export const triedAutomationShape = z.object({ events: z.array(z.object({ ...subject, meets: z.boolean() })) });
export type TriedAutomation = z.output<typeof triedAutomationShape>;

/** `before`: the id of the last run of the page before. */
export const automationRunsRequestShape = z.extend(automationIdShape, { before: z.optional(z.uuid()) });
export type AutomationRunsRequest = z.output<typeof automationRunsRequestShape>;
export const automationRunsShape = z.object({
  runs: z.array(z.object({ id: z.string(), ...subject, state: z.enum(['waiting', 'done', 'failed']), error: z.nullable(z.string()) })),
  more: z.boolean(),
});
export type AutomationRuns = z.output<typeof automationRunsShape>;
