// The operator’s own notices: which events are emailed, and when not.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StaffNotices } from '#modules/notices/shapes.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { LinkButton } from '../../shared/routing/link-button.tsx';
import { EventChoices } from './event-choices.tsx';
import css from './notices.module.css';
import { formatQuietHours, parseQuietHours, QuietFields } from './quiet-fields.tsx';

export function NoticesPage(): ReactNode {
  const { email } = useMe();
  const query = useQuery(deskQuery('GET /api/notices'));
  return (
    <>
      <PageHead title="My notices">
        <LinkButton text="My account" to="/account" />
      </PageHead>
      <p className="soft">Emails go to {email}. What happens within a few minutes comes in one email.</p>
      <DeskQueryState query={query}>{(notices) => <NoticesForm notices={notices} onSaved={query.refetch} />}</DeskQueryState>
    </>
  );
}

function NoticesForm({ notices, onSaved }: { readonly notices: StaffNotices; readonly onSaved: () => Promise<unknown> }) {
  const form = useDeskForm({
    draft: 'notices',
    values: {
      emailed: notices.events.flatMap(({ event, isEmailed }) => (isEmailed ? [event] : [])),
      quiet: formatQuietHours(notices.quiet),
    },
    send: ({ emailed, quiet }) => callDesk('POST /api/notices', { emailed, quiet: parseQuietHours(quiet) }),
    onDone: onSaved,
    afterwards: 'saved',
  });
  const { isSubmitSuccessful, isDirty } = form.formState;
  return (
    <div className={css.page}>
      <Form form={form} submit="Save">
        <Panel title="Email me about">
          <EventChoices legend="Events" isLegendHidden offered={notices.events.map(({ event }) => event)} name="emailed" />
        </Panel>
        <Panel title="Quiet hours">
          <QuietFields label="No emails during these hours" what="email" />
        </Panel>
        <p role="status">{isSubmitSuccessful && !isDirty ? 'Saved.' : ''}</p>
      </Form>
    </div>
  );
}
