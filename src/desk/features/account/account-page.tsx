// The operator’s own account: profile, log-in and sessions.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { LinkButton } from '../../shared/routing/link-button.tsx';
import css from './account.module.css';
import { OwnPassword } from './own-password.tsx';
import { OwnPasskeys } from './passkeys.tsx';
import { OwnProfile } from './profile.tsx';
import { OwnSessions } from './sessions.tsx';

export function OwnAccountPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/account'));
  return (
    <>
      <PageHead title="My account">
        <LinkButton text="My notices" to="/account/notices" />
      </PageHead>
      <div className={css.page}>
        <DeskQueryState query={query}>
          {({ pendingEmail }) => <OwnProfile pendingEmail={pendingEmail} onChanged={query.refetch} />}
        </DeskQueryState>
        <OwnPasskeys />
        <OwnPassword />
        <DeskQueryState query={query}>{({ sessions }) => <OwnSessions sessions={sessions} onChanged={query.refetch} />}</DeskQueryState>
      </div>
    </>
  );
}
