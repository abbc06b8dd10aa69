// The operator’s own notices: which events are emailed, and when not.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { StaffNotices } from '#modules/desk/notices/shapes.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import button from '#ui/styles/button.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { useFormDraft } from '../../shared/forms/stateful-draft.ts';
import { Form } from '../../shared/forms/stateful-form.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { EventChoices } from './event-choices.tsx';
import css from './notices.module.css';
import { QuietFields, quietOfTyped, typedQuiet } from './quiet-fields.tsx';

export function NoticesPage(): ReactNode {
  const { email } = useMe();
  const query = useQuery(deskQuery('GET /api/notices'));
  return (
    <>
      <PageHead title="My notices">
        <Link className={button.quiet} to="/account">
          My account
        </Link>
      </PageHead>
      <p className="soft">Emails go to {email}. What happens within a few minutes comes in one email.</p>
      <DeskQueryState of={query}>{(notices) => <NoticesForm notices={notices} onSaved={query.refetch} />}</DeskQueryState>
    </>
  );
}

function NoticesForm({ notices, onSaved }: { readonly notices: StaffNotices; readonly onSaved: () => Promise<unknown> }) {
  const sending = useMutation(DeskApiError);
  const [isSaved, setSaved] = useState(false);
  const draft = useFormDraft('notices', {
    emailed: notices.events.flatMap(({ event, isEmailed }) => (isEmailed ? [event] : [])),
    quiet: typedQuiet(notices.quiet),
  });
  const { emailed, quiet } = draft.values;
  const change = (changes: Partial<typeof draft.values>) => {
    setSaved(false);
    draft.change(changes);
  };
  const send = async () => {
    await callDesk('POST /api/notices', { emailed, quiet: quietOfTyped(quiet) });
    setSaved(true);
  };
  // What was saved stays in the form, so the draft is forgotten and not reset.
  return (
    <div className={css.page}>
      <Form draft={{ forget: draft.forget, clear: draft.forget }} sending={sending} onSend={send} onDone={onSaved} submit="Save">
        <Panel title="Email me about">
          <EventChoices
            legend="Events"
            isLegendHidden
            offered={notices.events.map(({ event }) => event)}
            chosen={emailed}
            onChosen={(events) => change({ emailed: events })}
            name="emailed"
            sending={sending}
          />
        </Panel>
        <Panel title="Quiet hours">
          <QuietFields
            label="No emails during these hours"
            what="email"
            quiet={quiet}
            onQuiet={(quiet) => change({ quiet })}
            sending={sending}
          />
        </Panel>
        <p role="status">{isSaved ? 'Saved.' : ''}</p>
      </Form>
    </div>
  );
}
