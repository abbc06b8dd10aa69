// Accepts an invitation to a team, or the hand-over of an account, by the code of a mailed link.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '#modules/accounts/team/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { UserText } from '#ui/display/user-text.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { href } from '../../../pages.ts';
import { apiQuery } from '../../api/queries.ts';
import { announceSwitch } from '../../layout/client-area/acting-for.tsx';
import { ClientArea, QueryState } from '../../layout/client-area/client-area.tsx';
import { MomentText } from '../../shared/date-time.tsx';
import { roleNames } from '../../shared/role-names.ts';
import css from './team.module.css';

export function InvitationPage() {
  const { t } = useLingui();
  // The server, which renders the page without its data, knows no address.
  const [code] = useState(() => (typeof location === 'undefined' ? undefined : (new URLSearchParams(location.search).get('code') ?? '')));
  const invitation = useQuery({ ...apiQuery('GET /api/team/invitation', { code: code ?? '' }), gcTime: 0, enabled: Boolean(code) });
  if (code === '' || invitation.error?.status === 400)
    return (
      <ClientArea title={t`Invitation`}>
        <Empty kind="failed" title={t`This invitation doesn’t work any more`}>
          {t`It was used, withdrawn or is too old. Ask for a new one.`}
        </Empty>
      </ClientArea>
    );
  return (
    <ClientArea title={t`Invitation`}>
      <QueryState query={invitation} waiting={null}>
        {(known) => <Offer invitation={known} code={code ?? ''} />}
      </QueryState>
    </ClientArea>
  );
}

function Offer({ invitation, code }: { readonly invitation: Invitation; readonly code: string }) {
  const { t, i18n } = useLingui();
  const { team, by, role, email, isYours, expiresAt } = invitation;
  const { failure, press } = useMutation(ApiError);
  const roleName = i18n._(roleNames[role]);
  const accept = async () => {
    await call('POST /api/team/join', { code });
    announceSwitch();
    location.assign(href('orderHistory'));
  };
  return (
    <section className={css.offer}>
      <p>
        {role === 'owner' ? (
          <Trans>
            {by} offers you the account of <b>{team}</b>, with its orders, balance and documents.
          </Trans>
        ) : (
          <Trans>
            {by} would like you to act for <b>{team}</b>. Your role: {roleName}.
          </Trans>
        )}
      </p>
      <p className="soft">
        <Trans>
          Open until <MomentText iso={expiresAt} />.
        </Trans>
      </p>
      {isYours ? (
        <div>
          <Button text={role === 'owner' ? t`Take over the account` : t`Join the team`} look="main" {...press(accept)} />
        </div>
      ) : (
        <p>
          <Trans>
            The invitation was sent to <UserText text={email} />. Log out, and log in with that address to accept it.
          </Trans>
        </p>
      )}
      <FieldErrorText error={failure} />
    </section>
  );
}
