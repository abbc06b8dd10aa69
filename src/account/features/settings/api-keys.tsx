// API keys of the account: create, which shows the key once, rotate and revoke.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { overlapHours } from '#modules/keys/rules.ts';
import type { CreatedKey, OwnKeys } from '#modules/keys/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import sheet from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { SelectField } from '#ui/forms/field.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import rows from '#ui/styles/rows.module.css';
import { apiQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { DayText } from '../../shared/date-time.tsx';
import { Section } from '../../shared/section.tsx';
import list from '../../shared/tall-rows.module.css';
import { CopyButton } from '../deliveries/published/copy-button.tsx';
import { type CreateKey, NewKeyForm, useScopeNames } from './api-key-form.tsx';
import css from './api-keys.module.css';
import { ignoreLeftStepUp, useStepUp } from './security/step-up.tsx';

type Key = OwnKeys[number];
type KeyDialog =
  | { readonly what: 'create' }
  | { readonly what: 'show'; readonly value: string }
  | { readonly what: 'rotate' | 'revoke'; readonly row: Key };

export function ApiKeys() {
  const { t } = useLingui();
  const keys = useQuery(apiQuery('GET /api/keys', undefined));
  const stepUp = useStepUp();
  const focusAfter = useFocusAfter();
  const title = useRef<HTMLHeadingElement>(null);
  const [doing, setDoing] = useState<KeyDialog>();
  const show = async ({ key }: CreatedKey) => {
    setDoing({ what: 'show', value: key });
    await keys.refetch();
  };
  const finishRevoke = async () => {
    setDoing(undefined);
    await keys.refetch();
    showToast({ text: t`API key revoked.` });
    focusAfter(() => title.current);
  };
  /** Closing the question who it is leaves the dialog as it was. */
  const create = (act: () => Promise<CreatedKey>) => () => ignoreLeftStepUp(async () => show(await stepUp.run(act)));
  return (
    <Section id="api-keys" title={t`API keys`} heading={title}>
      <p className="soft">
        <Trans>
          With a key, a program orders for you and reads your orders. Give each program its own. <a href="/developers">API reference</a>
        </Trans>
      </p>
      <QueryState query={keys} waiting={null}>
        {(known) =>
          known.length === 0 ? null : (
            <ul className={rows.rows}>
              {known.map((row) => (
                <KeyRow key={row.id} row={row} onDo={setDoing} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <div>
        <Button text={t`Create API key`} small onClick={() => setDoing({ what: 'create' })} />
      </div>
      {doing?.what === 'create' ? (
        <Dialog title={t`Create API key`} onClose={() => setDoing(undefined)} closeLabel={t`Close`}>
          <NewKeyForm create={create} />
        </Dialog>
      ) : null}
      {doing?.what === 'show' ? <NewKey value={doing.value} onClose={() => setDoing(undefined)} /> : null}
      {doing?.what === 'rotate' ? <Rotate row={doing.row} create={create} onClose={() => setDoing(undefined)} /> : null}
      {doing?.what === 'revoke' ? <Revoke row={doing.row} revoked={finishRevoke} onClose={() => setDoing(undefined)} /> : null}
      {stepUp.dialog}
    </Section>
  );
}

const isEnded = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

function KeyRow({ row, onDo }: { readonly row: Key; readonly onDo: (doing: KeyDialog) => void }) {
  const { t } = useLingui();
  const scopeNames = useScopeNames();
  const { name, hint, scopes, networks } = row;
  const addresses = networks.join(', ');
  return (
    <li className={list.row}>
      <div className={css.words}>
        <p className={list.title}>
          {name} <code className={css.hint}>{hint}</code>
        </p>
        <p className={list.note}>{scopes.map((scope) => scopeNames[scope as keyof typeof scopeNames]).join(' · ')}</p>
        {addresses === '' ? null : (
          <p className={list.note}>
            <Trans>Only from {addresses}</Trans>
          </p>
        )}
        <p className={list.note}>
          <KeyState row={row} />
        </p>
      </div>
      {isEnded(row) ? null : (
        <div className={css.acts}>
          <Button text={t`Rotate`} small aria-label={t`Rotate ${name}`} onClick={() => onDo({ what: 'rotate', row })} />
          <Button text={t`Revoke`} small aria-label={t`Revoke ${name}`} onClick={() => onDo({ what: 'revoke', row })} />
        </div>
      )}
    </li>
  );
}

function KeyState({ row }: { readonly row: Key }) {
  const { t } = useLingui();
  const { revokedAt, expiresAt, lastUsedAt } = row;
  if (isEnded(row)) return <span className={badge.off}>{revokedAt ? t`Revoked` : t`Expired`}</span>;
  return (
    <>
      {lastUsedAt ? (
        <Trans>
          Last used <DayText iso={lastUsedAt} />
        </Trans>
      ) : (
        t`Not used yet`
      )}
      {expiresAt ? (
        <>
          {' · '}
          <Trans>
            works until <DayText iso={expiresAt} />
          </Trans>
        </>
      ) : null}
    </>
  );
}

function NewKey({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Your new API key`} onClose={onClose} closeLabel={t`Close`}>
      <p>{t`Copy it now. We can’t show it again.`}</p>
      <p>
        <code className={css.secret}>{value}</code>
      </p>
      <p className={sheet.acts}>
        <CopyButton text={value}>{t`Copy key`}</CopyButton>
        <Button text={t`Done`} look="main" onClick={onClose} />
      </p>
    </Dialog>
  );
}

type RowProps = { readonly row: Key; readonly onClose: () => void };

function Rotate({ row: { id, name }, create, onClose }: RowProps & { readonly create: CreateKey }) {
  const { t } = useLingui();
  const [hours, setHours] = useState<string>('24');
  const { busy, failure, press } = useMutation(ApiError);
  const names: Readonly<Record<(typeof overlapHours)[number], string>> = {
    0: t`not at all`,
    1: t`for an hour`,
    24: t`for a day`,
    168: t`for a week`,
  };
  const rotate = create(() => call('POST /api/keys/rotate', { id, overlapHours: Number(hours) as (typeof overlapHours)[number] }));
  return (
    <Dialog title={t`Rotate ${name}?`} onClose={onClose}>
      <p>{t`You get a new key that may do the same.`}</p>
      <SelectField
        field={{ id: 'key-overlap', name: 'overlap', value: hours, error: undefined, change: setHours }}
        label={t`The old key still works`}
        options={overlapHours.map((each) => ({ value: String(each), name: names[each] }))}
      />
      <Acts failure={failure} onClose={onClose}>
        <Button text={t`Create new key`} look="main" busy={busy} {...press(rotate)} />
      </Acts>
    </Dialog>
  );
}

function Revoke({ row: { id, name }, revoked, onClose }: RowProps & { readonly revoked: () => Promise<void> }) {
  const { t } = useLingui();
  const { busy, failure, press } = useMutation(ApiError);
  const revoke = async () => {
    await call('POST /api/keys/revoke', { id });
    await revoked();
  };
  return (
    <Dialog title={t`Revoke ${name}?`} onClose={onClose} harmless>
      <p>{t`Programs with this key stop working at once. This can’t be undone.`}</p>
      <Acts failure={failure} onClose={onClose}>
        <Button text={t`Revoke`} look="bad" busy={busy} {...press(revoke)} />
      </Acts>
    </Dialog>
  );
}

type ActsProps = { readonly failure: ApiError | undefined; readonly onClose: () => void; readonly children: ReactNode };

function Acts({ failure, onClose, children }: ActsProps) {
  const { t } = useLingui();
  return (
    <>
      <FieldErrorText error={failure} />
      <p className={sheet.acts}>
        {children}
        <Button text={t`Not now`} onClick={onClose} />
      </p>
    </>
  );
}
