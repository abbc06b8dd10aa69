// For which account the session acts, and the switch to another. Only people who act for others see it.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { ATTEMPTS } from '#ui/api/pending-requests-changed.ts';
import { setItemOrRemember } from '#ui/browser/storage.ts';
import { Button } from '#ui/display/button.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { teamAccountsQuery } from '../../api/queries.ts';
import { roleNames } from '../../shared/role-names.ts';
import css from './acting-for.module.css';

export function ActingFor() {
  const { i18n } = useLingui();
  const { data } = useQuery(teamAccountsQuery);
  if (!data || (data.role !== null && data.accounts.length < 2)) return null;
  const current = data.accounts.find(({ id }) => id === data.accountId);
  const others = data.accounts.filter(({ id }) => id !== data.accountId);
  return (
    <section className={css.acting}>
      {current && data.role ? (
        <p>
          <small>
            <Trans>Acting for</Trans>
          </small>
          <b>{current.name}</b>
          <small>{i18n._(roleNames[data.role])}</small>
        </p>
      ) : (
        <p role="status">
          <Trans>You don’t act for this account any more.</Trans>
        </p>
      )}
      {others.map(({ id, name }) => (
        <Switch key={id} id={id} name={name} />
      ))}
    </section>
  );
}

function Switch({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useLingui();
  const { failure, press } = useMutation(ApiError);
  return (
    <>
      <Button text={t`Switch to ${name}`} small {...press(() => switchTo(id))} />
      <FieldErrorText error={failure} />
    </>
  );
}

async function switchTo(accountId: string): Promise<void> {
  await call('POST /api/team/switch', { accountId });
  // A request without an answer was for the account before.
  setItemOrRemember(ATTEMPTS, null);
  announceSwitch();
  location.assign(location.pathname);
}

/** The other tabs show the account before, and reload. */
export function announceSwitch(): void {
  setItemOrRemember('actingFor', String(Date.now()));
}
