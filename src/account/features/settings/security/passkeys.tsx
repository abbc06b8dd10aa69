// Passkeys of the account: add, rename, remove. Adding and removing need a confirmation first.

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { PasskeyList } from '#lib/people/passkey.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { createPasskey, supportsPasskeys } from '#ui/browser/passkey.ts';
import { Button } from '#ui/display/button.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import rows from '#ui/styles/rows.module.css';
import { apiQuery, queryClient } from '../../../api/queries.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import { DayText } from '../../../shared/date-time.tsx';
import { Section } from '../../../shared/section.tsx';
import { ConfirmFirst, type Unconfirmed } from '../change-email.tsx';
import { NamedRow, RenameForm } from '../named-row.tsx';
import { ignoreLeftStepUp, useStepUp } from './step-up.tsx';

type Passkey = PasskeyList[number];
type Run = ReturnType<typeof useStepUp>['run'];

const passkeysQuery = apiQuery('GET /api/Accounts/passkeys', undefined);
const words = { 'passkey.name': msg`Enter a name for the passkey.` };
const loadShape = () => import('#modules/accounts/passkeys/shapes.ts').then(({ renamePasskeyShape }) => renamePasskeyShape);

export function Passkeys({ unconfirmed }: { unconfirmed: Unconfirmed | undefined }) {
  const { t } = useLingui();
  const passkeys = useQuery(passkeysQuery);
  const stepUp = useStepUp();
  const title = useRef<HTMLHeadingElement>(null);
  const show = (list: PasskeyList) => void queryClient.setQueryData(passkeysQuery.queryKey, list);
  const showChange = (list: PasskeyList, notice: string) => {
    show(list);
    showToast({ text: notice });
    title.current?.focus();
  };
  return (
    <Section id="passkeys" title={t`Passkeys`} heading={title}>
      <p className="soft">
        {t`Log in with your fingerprint, face or device PIN instead of a password. Add a passkey on each device; if you lose one, you can still use your password.`}
      </p>
      <QueryState query={passkeys} waiting={null}>
        {(list) => (
          <>
            {list.length === 0 ? null : (
              <ul className={rows.rows}>
                {list.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    run={stepUp.run}
                    renamed={show}
                    onRemoved={(next) => showChange(next, t`Passkey removed.`)}
                  />
                ))}
              </ul>
            )}
            {unconfirmed ? (
              <ConfirmFirst {...unconfirmed} />
            ) : (
              <Add run={stepUp.run} onAdded={(next) => showChange(next, t`Passkey added.`)} />
            )}
          </>
        )}
      </QueryState>
      {stepUp.dialog}
    </Section>
  );
}

function Add({ run, onAdded }: { run: Run; onAdded: (list: PasskeyList) => void }) {
  const { t } = useLingui();
  const { failure, press } = useMutation(ApiError);
  const add = () =>
    ignoreLeftStepUp(async () => {
      const options = await run(() => call('POST /api/Accounts/passkey-options', undefined));
      const credential = await createPasskey(options);
      if (credential) onAdded(await run(() => call('POST /api/Accounts/add-passkey', { credential })));
    });
  if (!supportsPasskeys()) return <p>{t`This browser doesn’t support passkeys.`}</p>;
  return (
    <div>
      <Button text={t`Add a passkey`} small {...press(add)} />
      <FieldErrorText error={failure} />
    </div>
  );
}

type PasskeyRowProps = {
  readonly passkey: Passkey;
  readonly run: Run;
  readonly renamed: (list: PasskeyList) => void;
  readonly onRemoved: (list: PasskeyList) => void;
};

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, run, renamed, onRemoved }: PasskeyRowProps) {
  const { t } = useLingui();
  const { failure, press } = useMutation(ApiError);
  const remove = () =>
    ignoreLeftStepUp(async () => onRemoved(await run(() => call('POST /api/Accounts/remove-passkey', { id }).catch(reloadIfNotFound))));
  const about = (
    <p className="soft small">
      <Trans>
        Added <DayText iso={createdAt} />
      </Trans>
      {lastUsedAt === null ? null : (
        <>
          {' · '}
          <Trans>
            last used <DayText iso={lastUsedAt} />
          </Trans>
        </>
      )}
    </p>
  );
  return (
    <NamedRow
      {...{ name, about }}
      remove={press(remove)}
      rename={(leave) => (
        <RenameForm
          {...{ name: `passkey-${id}`, shape: loadShape, words, renamed, leave }}
          empty={{ id, name }}
          send={(values, options) => call('POST /api/Accounts/rename-passkey', values, options)}
          field="name"
          label={t`Passkey name`}
        />
      )}
    >
      <FieldErrorText error={failure} />
    </NamedRow>
  );
}

/** Already removed: counts as success. */
function reloadIfNotFound(cause: unknown): Promise<PasskeyList> {
  if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
  return call('GET /api/Accounts/passkeys', undefined);
}
