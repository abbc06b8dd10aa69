// The form of an automation: when, if, then. The server validates it; errors are shown beside the fields.

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { builtInLocales, locales } from '#lib/locale.ts';
import { formatDecimal, getCurrencyCode, parseMoney } from '#lib/money/money.ts';
import type { Action, Condition } from '#modules/automations/shapes.ts';
import {
  type ActionKind,
  type AnnouncedEvent,
  actionKinds,
  actionRows,
  announcedEvents,
  comparisons,
  eventFields,
  eventRows,
  type FieldName,
  findEventRow,
  findNeed,
  listComparisons,
} from '#modules/automations/shapes-events.ts';
import { mayDo } from '#modules/staff/shapes-roles.ts';
import type { DeskSent } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { AreaField, ChoiceField, FieldError, TextField, useField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { SortableField } from '../content/sortable-list.tsx';
import css from './automations.module.css';
import type { Automation } from './automations-page.tsx';

/** All fields of all kinds, so that another kind keeps what was typed. */
type TypedAction = { readonly kind: ActionKind } & Readonly<
  Record<'to' | 'tag' | 'service' | 'stage' | 'text' | 'template' | 'webhook' | 'endpoint', string>
>;

const emptyAction: TypedAction = {
  kind: 'assign',
  to: '',
  tag: '',
  service: '',
  stage: '',
  text: '',
  template: '',
  webhook: '',
  endpoint: '',
};
const emptyCondition: Condition = { field: 'country', is: 'is', value: '' };

const toTyped = (action: Action): TypedAction => ({
  ...emptyAction,
  ...action,
  service: 'service' in action ? String(action.service) : '',
});

function toSent({ kind, to, tag, service, stage, text, template, webhook, endpoint }: TypedAction): Action {
  const sent: { readonly [Kind in ActionKind]: Extract<Action, { kind: Kind }> } = {
    assign: { kind: 'assign', to },
    stage: { kind: 'stage', service: Number(service || Number.NaN), stage },
    tag: { kind: 'tag', tag },
    note: { kind: 'note', text },
    mail: { kind: 'mail', template },
    chat: { kind: 'chat', webhook, text },
    webhook: { kind: 'webhook', endpoint },
    ticket: { kind: 'ticket', text },
  };
  return sent[kind];
}

type Props = { readonly automation: Automation | undefined; readonly onDone: (id: string) => unknown };

export function AutomationForm({ automation, onDone }: Props) {
  const { id, version } = automation ?? {};
  const form = useDeskForm({
    draft: `automation.${id ?? 'new'}.${version ?? 0}`,
    values: {
      name: automation?.name ?? '',
      when: automation?.when ?? ('order.paid' as AnnouncedEvent),
      conditions: automation?.conditions ?? [],
      actions: automation?.actions.map(toTyped) ?? [emptyAction],
    },
    async send({ actions, ...typed }) {
      const sent: DeskSent<'POST /api/automations/save'> = { ...typed, actions: actions.map(toSent) };
      const saved = await callDesk('POST /api/automations/save', { ...sent, ...(id === undefined ? {} : { id, version }) });
      await onDone(saved.id);
    },
    afterwards: 'saved',
  });
  const when = form.watch('when');
  const fields = findEventRow(when).fields;
  return (
    <Form form={form} submit="Save">
      <Panel title="When">
        <TextField label="Name" name="name" />
        <ChoiceField
          label="This happens"
          name="when"
          options={announcedEvents.map((type) => ({ value: type, label: eventRows[type].label }))}
        />
      </Panel>
      <Panel title="If">
        <PanelNote>All of these must be true. Without conditions, it runs every time.</PanelNote>
        <SortableField
          name="conditions"
          called="condition"
          getTitle={({ field }: Condition, index) => `${index + 1}. ${eventFields[field].label}`}
          make={() => emptyCondition}
        >
          {(name, condition) => <ConditionFields name={name} condition={condition} fields={fields} />}
        </SortableField>
      </Panel>
      <Panel title="Then">
        <FieldError name="actions" />
        <SortableField
          name="actions"
          called="action"
          getTitle={({ kind }: TypedAction, index) => `${index + 1}. ${actionRows[kind].label}`}
          make={() => emptyAction}
        >
          {(name, action) => <ActionFields name={name} action={action} when={when} />}
        </SortableField>
      </Panel>
    </Form>
  );
}

type ConditionProps = { readonly name: string; readonly condition: Condition; readonly fields: readonly FieldName[] };

function ConditionFields({ name, condition: { field }, fields }: ConditionProps) {
  const { change } = useField<Condition>(name);
  // A field of the event before is shown, so that its error can be.
  const shown = fields.includes(field) ? fields : [field, ...fields];
  const choose = (next: string) => {
    const [is = 'is'] = listComparisons(next as FieldName);
    change({ field: next as FieldName, is, value: eventFields[next as FieldName].kind === 'yesNo' ? 'true' : '' });
  };
  return (
    <div className={css.condition}>
      <ChoiceField
        label="Field"
        name={`${name}.field`}
        options={shown.map((each) => ({ value: each, label: eventFields[each].label }))}
        onValue={choose}
      />
      <ChoiceField
        label="Comparison"
        name={`${name}.is`}
        options={listComparisons(field).map((each) => ({ value: each, label: comparisons[each] }))}
      />
      <ValueField name={`${name}.value`} field={field} />
    </div>
  );
}

function ValueField({ name, field }: { readonly name: string; readonly field: FieldName }) {
  const options = useValueOptions();
  const { sold } = useCurrencies();
  const { kind } = eventFields[field];
  const choices = options[kind];
  if (choices) return <ChoiceField label="Value" name={name} options={[{ value: '', label: 'Choose …' }, ...choices]} />;
  const [currency = 0] = sold;
  if (kind === 'amount')
    return (
      <TextField
        label="Value"
        name={name}
        inputMode="decimal"
        hint="In the currency of the order or payment."
        parse={(text) => String(parseMoney(text, currency) ?? text)}
        format={(value: string) => (/^\d+$/.test(value) ? formatDecimal({ amount: Number(value), currency }) : value)}
      />
    );
  if (kind === 'number') return <TextField label="Value" name={name} inputMode="numeric" />;
  return (
    <TextField
      label="Value"
      name={name}
      hint={field === 'country' ? 'Such as DE, AT: any of them.' : 'Several with commas: any of them.'}
    />
  );
}

type Options = readonly { readonly value: string; readonly label: string }[];

/** The values of a kind of field, if they are few. */
function useValueOptions(): Readonly<Record<string, Options | undefined>> {
  const { data: offers } = useQuery(deskQuery('GET /api/offers'));
  const { all } = useCurrencies();
  return useMemo(
    () => ({
      yesNo: [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ],
      from: [
        { value: 'client', label: 'The customer' },
        { value: 'team', label: 'The team' },
      ],
      language: builtInLocales.map((locale) => ({ value: locale, label: locales[locale].name })),
      currency: all.map((currency) => ({ value: String(currency), label: getCurrencyCode(currency) })),
      service: (offers?.services ?? []).map(({ serviceType, name }) => ({ value: String(serviceType), label: name })),
      platform: (offers?.platforms ?? []).map(({ platform, name }) => ({ value: String(platform), label: name })),
    }),
    [offers, all],
  );
}

type Choice = {
  readonly field: keyof TypedAction;
  readonly label: string;
  readonly rows: readonly { readonly id: string; readonly name: string }[];
  readonly hint?: string | undefined;
};

type ActionProps = { readonly name: string; readonly action: TypedAction; readonly when: AnnouncedEvent };

function ActionFields({ name, action: { kind, service }, when }: ActionProps) {
  const { about } = findEventRow(when);
  const { data } = useQuery(deskQuery('GET /api/automations'));
  const { data: offers } = useQuery(deskQuery('GET /api/offers'));
  const { data: team = [] } = useQuery(deskQuery('GET /api/team'));
  const right = about === 'ticket' ? 'tickets.answer' : 'queue.work';
  const staged = (offers?.services ?? [])
    .filter(({ stages }) => stages.length > 0)
    .map((each) => ({ ...each, id: String(each.serviceType) }));
  const choices: Partial<Record<ActionKind, readonly Choice[]>> = {
    assign: [{ field: 'to', label: 'Operator', rows: team.filter((each) => each.state === 'active' && mayDo(each, right)) }],
    stage: [
      { field: 'service', label: 'Service', rows: staged, hint: staged.length > 0 ? undefined : 'No service has stages yet.' },
      { field: 'stage', label: 'Stage', rows: staged.find(({ id }) => id === service)?.stages ?? [] },
    ],
    mail: [{ field: 'template', label: 'Saved reply', rows: data?.templates ?? [], hint: 'In the customer’s language and filled in.' }],
    chat: [
      {
        field: 'webhook',
        label: 'Chat',
        rows: data?.webhooks ?? [],
        hint: data?.webhooks.length ? undefined : 'Add a chat webhook first.',
      },
    ],
    webhook: [
      {
        field: 'endpoint',
        label: 'Webhook',
        rows: data?.endpoints ?? [],
        hint: data?.endpoints.length ? undefined : 'Add a webhook with an API key first.',
      },
    ],
  };
  const kinds = actionKinds.filter((each) => each === kind || findNeed(each, about));
  return (
    <div className={css.action}>
      <ChoiceField label="Action" name={`${name}.kind`} options={kinds.map((each) => ({ value: each, label: actionRows[each].label }))} />
      {(choices[kind] ?? []).map(({ field, label, rows, hint }) => (
        <ChoiceField
          key={field}
          label={label}
          name={`${name}.${field}`}
          hint={hint}
          options={[{ value: '', label: 'Choose …' }, ...rows.map((row) => ({ value: row.id, label: row.name }))]}
        />
      ))}
      {kind === 'tag' ? <TextField label="Tag" name={`${name}.tag`} /> : null}
      {kind === 'note' || kind === 'chat' || kind === 'ticket' ? (
        <AreaField label="Text" name={`${name}.text`} hint={textHints[kind]} />
      ) : null}
    </div>
  );
}

const textHints = {
  note: 'For the team alone.',
  chat: 'A link to what it is about follows.',
  ticket: 'An internal note that the ticket begins with. The customer doesn’t see it.',
} as const;
