// Sessions of the account, with log-out of other devices and its errors.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SessionList } from '#modules/accounts/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import rows from '#ui/styles/rows.module.css';
import { apiQuery, queryClient } from '../../../api/queries.ts';
import { FormPlaceholder, QueryState } from '../../../layout/client-area/client-area.tsx';
import { Ago } from '../../../shared/ago.tsx';
import { Section } from '../../../shared/section.tsx';
import css from '../../../shared/tall-rows.module.css';

type ListedSession = SessionList[number];

const sessionsQuery = apiQuery('GET /api/Accounts/sessions', undefined);

export function Sessions() {
  const { t } = useLingui();
  const sessions = useQuery(sessionsQuery);
  const title = useRef<HTMLHeadingElement>(null);
  const showEnded = (id: string) => {
    queryClient.setQueryData(sessionsQuery.queryKey, (list) => list?.filter((each) => each.id !== id));
    showToast({ text: t`That device is logged out.` });
    title.current?.focus();
  };
  const allEnded = () => {
    queryClient.setQueryData(sessionsQuery.queryKey, (list) => list?.filter(({ current }) => current));
    showToast({ text: t`All other devices are logged out.` });
    title.current?.focus();
  };
  return (
    <Section id="sessions" title={t`Where you’re logged in`} heading={title}>
      <p className="soft">{t`If you don’t recognize a device, log it out and change your password.`}</p>
      <QueryState query={sessions} waiting={<SessionsSkeleton />}>
        {(list) => (
          <>
            <ul className={rows.rows}>
              {list.map((session) => (
                <SessionRow key={session.id} session={session} onEnded={showEnded} />
              ))}
            </ul>
            {list.length > 2 ? <AllOthers onEnded={allEnded} /> : null}
          </>
        )}
      </QueryState>
    </Section>
  );
}

/** As many as most users have. */
const SessionsSkeleton = () => (
  <FormPlaceholder>
    <div className={rows.rows}>
      <div className={css.waited} />
      <div className={css.waited} />
    </div>
  </FormPlaceholder>
);

function SessionRow({ session: { id, device, lastUsedAt, current }, onEnded }: { session: ListedSession; onEnded: (id: string) => void }) {
  const { t } = useLingui();
  const shown = device || t`Unknown device`;
  const { failure, press } = useMutation(ApiError);
  const end = async () => {
    await call('POST /api/Accounts/end-session', { id }).catch(ignoreNotFound);
    onEnded(id);
  };
  return (
    <li className={css.row}>
      <div>
        <p className={css.title}>{shown}</p>
        <p className={css.note}>
          <Trans>
            Last used: <Ago iso={lastUsedAt} />
          </Trans>
        </p>
      </div>
      {current ? (
        <span className={badge.done}>{t`This device`}</span>
      ) : (
        <Button text={t`Log out there`} small aria-label={t`Log out there: ${shown}`} {...press(end)} />
      )}
      <FieldErrorText error={failure} />
    </li>
  );
}

function AllOthers({ onEnded }: { readonly onEnded: () => void }) {
  const { failure, press } = useMutation(ApiError);
  const endAll = async () => {
    await call('POST /api/Accounts/end-other-sessions', undefined);
    onEnded();
  };
  return (
    <p>
      <Button text={<Trans>Log out all other devices</Trans>} small {...press(endAll)} />
      <FieldErrorText error={failure} />
    </p>
  );
}

/** Already ended: counts as success. */
function ignoreNotFound(cause: unknown): void {
  if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
}
