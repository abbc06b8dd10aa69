// The mail server and the payment provider: where they are set, tried before they are saved, and removed.
// Secrets are never shown again and never stored as drafts.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ConnectionKind, ConnectionList, MailConnection, PaymentConnection, TriedConnection } from '#modules/connections/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import type { ApiForm } from '#ui/forms/use-api-form.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ChoiceField, TextField, WholeField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Lines, Panel, PanelLine, PanelNote } from '../../shared/layout/panel.tsx';
import { Moment } from '../../shared/values/moment.tsx';

export function ConnectionsPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/connections'));
  return (
    <>
      <PageHead title="Email server and payments" />
      <DeskQueryState query={query}>
        {({ mail, payments, webhookUrl }) => (
          <>
            <Panel title="Email server">
              <Current kind="mail" connection={mail} onChange={query.refetch} />
              {mail.source === 'environment' ? null : <MailForm onDone={query.refetch} />}
            </Panel>
            <Panel title="Stripe">
              <Current kind="payments" connection={payments} onChange={query.refetch} />
              {payments.source === 'environment' ? null : (
                <>
                  <PanelNote>
                    At Stripe, under Developers, Webhooks, add the endpoint <code>{webhookUrl}</code>. Its signing secret belongs here.
                  </PanelNote>
                  <PaymentForm onDone={query.refetch} />
                </>
              )}
            </Panel>
          </>
        )}
      </DeskQueryState>
    </>
  );
}

const sources: Readonly<Record<ConnectionList['mail']['source'], string>> = {
  environment: 'Set in the environment of the shop, which wins over what is entered here.',
  desk: 'Entered here.',
  unreadable: 'Entered here, but its key is missing in SECRET_KEYS. Enter it again.',
  none: 'Not set yet.',
};

type CurrentProps = {
  readonly kind: ConnectionKind;
  readonly connection: ConnectionList[ConnectionKind];
  readonly onChange: () => Promise<unknown>;
};

function Current({ kind, connection: { source, hint, changedAt }, onChange }: CurrentProps) {
  const removing = useMutation(DeskApiError);
  const remove = () =>
    removing.run(async () => {
      await callDesk('POST /api/connections/remove', { kind });
      await onChange();
    });
  return (
    <>
      <Lines>
        <PanelLine>
          <span>
            {hint ? <b>{hint}</b> : null} {sources[source]} {changedAt ? <Moment at={changedAt} /> : null}
          </span>
          {changedAt ? <Button text="Remove" about={hint} busy={removing.busy} onClick={() => void remove()} /> : null}
        </PanelLine>
      </Lines>
      {removing.failure ? <p role="alert">{removing.failure.message}</p> : null}
    </>
  );
}

const ports = { tls: 465, starttls: 587, none: 25 } as const;
const securityOptions = [
  { value: 'tls', label: 'TLS (port 465)' },
  { value: 'starttls', label: 'STARTTLS (port 587)' },
  { value: 'none', label: 'Not encrypted' },
];

type FormProps = { readonly onDone: () => Promise<unknown> };

function MailForm({ onDone }: FormProps) {
  const form = useDeskForm<MailConnection>({
    values: { host: '', port: ports.tls, security: 'tls', user: '', password: '' },
    send: (values) => callDesk('POST /api/connections/mail', values),
    onDone,
  });
  return (
    <Form
      form={form}
      submit="Save"
      more={<TryButton form={form} attempt={(values) => callDesk('POST /api/connections/mail/try', values)} />}
    >
      <TextField label="Server" name="host" hint="Such as smtp.your-provider.com." autoComplete="off" spellCheck={false} />
      <ChoiceField
        label="Encryption"
        name="security"
        options={securityOptions}
        onValue={(text) => {
          const security = text as MailConnection['security'];
          form.setValue('security', security, { shouldDirty: true });
          form.setValue('port', ports[security], { shouldDirty: true });
        }}
      />
      <WholeField label="Port" name="port" />
      <TextField label="User name" name="user" autoComplete="off" spellCheck={false} />
      <TextField label="Password" name="password" type="password" autoComplete="new-password" />
    </Form>
  );
}

function PaymentForm({ onDone }: FormProps) {
  const form = useDeskForm<PaymentConnection>({
    values: { secretKey: '', webhookSecret: '' },
    send: (values) => callDesk('POST /api/connections/payments', values),
    onDone,
  });
  return (
    <Form
      form={form}
      submit="Save"
      more={<TryButton form={form} attempt={(values) => callDesk('POST /api/connections/payments/try', values)} />}
    >
      <TextField label="Secret key" name="secretKey" type="password" autoComplete="off" hint="sk_live_… or rk_live_…" />
      <TextField label="Signing secret of the webhook" name="webhookSecret" type="password" autoComplete="off" hint="whsec_…" />
    </Form>
  );
}

type TryProps<V extends FieldValues> = { readonly form: ApiForm<V>; readonly attempt: (values: V) => Promise<TriedConnection> };

/** Tries what is in the form, and saves nothing. */
function TryButton<V extends FieldValues>({ form, attempt }: TryProps<V>) {
  const [tried, setTried] = useState<TriedConnection>();
  const run = form.submitWith(async (values) => {
    setTried(undefined);
    setTried(await attempt(values));
  });
  return (
    <>
      <Button text="Try" busy={form.formState.isSubmitting} onClick={() => void run()} />
      <span role="status">{form.formState.isSubmitting ? 'One moment …' : tried?.lines.join(' ')}</span>
    </>
  );
}
