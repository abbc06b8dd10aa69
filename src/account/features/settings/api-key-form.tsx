// The form of a new API key. The server checks it.

import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { accountScopes } from '#modules/keys/rules.ts';
import type { CreatedKey } from '#modules/keys/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import field from '#ui/forms/field.module.css';
import { type FormField, TextField } from '#ui/forms/field.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import css from './api-keys.module.css';

/** Asks who it is first, and shows the key that the act creates. */
export type CreateKey = (act: () => Promise<CreatedKey>) => () => Promise<void>;

type Scope = (typeof accountScopes)[number];

export function useScopeNames(): Readonly<Record<Scope, string>> {
  const { t } = useLingui();
  return {
    'catalogue:read': t`see what the shop sells`,
    'orders:read': t`see orders and deliveries`,
    'orders:write': t`place orders and pay them from the balance, brief, cancel and accept them`,
    'money:read': t`see balances and invoices`,
    'files:write': t`upload files`,
    'webhooks:write': t`add and remove webhooks`,
  };
}

const empty = { name: '', networks: '', expiresAt: '' };

export function NewKeyForm({ create }: { readonly create: CreateKey }) {
  const { t } = useLingui();
  const names = useScopeNames();
  const [values, setValues] = useState(empty);
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const { busy, failure, run } = useMutation(ApiError);
  const findError = (name: string) =>
    Object.entries(failure?.errors ?? {})
      .find(([path]) => path.split('[')[0] === name)?.[1]
      .join(' ');
  const toField = (name: keyof typeof empty): FormField<string> => ({
    ...{ id: `key-${name}`, name, value: values[name], error: findError(name) },
    change: (value) => setValues((known) => ({ ...known, [name]: value })),
  });
  const { name, networks, expiresAt } = values;
  const send = create(() =>
    call('POST /api/keys/create', {
      ...{ name, scopes: [...scopes] },
      networks: networks.split(',').flatMap((each) => each.trim() || []),
      expiresAt: expiresAt === '' ? null : `${expiresAt}T00:00:00Z`,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(send);
  };
  const toggle = (scope: Scope, isOn: boolean) => setScopes((known) => (isOn ? [...known, scope] : known.filter((each) => each !== scope)));
  const isNamed = ['name', 'scopes', 'networks', 'expiresAt'].some((each) => findError(each) !== undefined);
  return (
    <form className={css.form} noValidate method="post" onSubmit={submit}>
      <TextField field={toField('name')} label={t`Key name`} hint={t`Of the program that uses it.`} autoComplete="off" />
      <fieldset className={css.scopes} aria-describedby={findError('scopes') ? 'key-scopes-error' : undefined}>
        <legend>{t`The program may`}</legend>
        {accountScopes.map((scope) => (
          <label key={scope} className={field.tick}>
            <input
              type="checkbox"
              name="scopes"
              checked={scopes.includes(scope)}
              onChange={({ target }) => toggle(scope, target.checked)}
            />
            <span>{names[scope]}</span>
          </label>
        ))}
        <p id="key-scopes-error" className={field.error} hidden={!findError('scopes')}>
          {findError('scopes')}
        </p>
      </fieldset>
      <TextField
        field={toField('networks')}
        label={t`Only from these IP addresses`}
        hint={t`Addresses or ranges, separated by commas. Empty: from everywhere.`}
        exact
        optional
      />
      <TextField field={toField('expiresAt')} label={t`Works until`} type="date" optional />
      <FieldErrorText error={isNamed ? undefined : failure} />
      <div>
        <SubmitButton text={t`Create key`} busy={busy} meanwhile={t`Creating the key…`} />
      </div>
    </form>
  );
}
