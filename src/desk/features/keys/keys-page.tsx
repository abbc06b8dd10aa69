// API keys: those of the shop, which are created and rotated here, and those of clients, which can be
// revoked.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { overlapHours } from '#modules/keys/rules.ts';
import type { CreatedKey, Keys } from '#modules/keys/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import badge from '#ui/styles/badge.module.css';
import { callDesk } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ChoiceField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { KeyForm } from './key-form.tsx';
import css from './keys.module.css';

type Key = Keys[number];
type KeyDialog =
  | { readonly what: 'create' }
  | { readonly what: 'show'; readonly key: string }
  | { readonly what: 'rotate' | 'revoke'; readonly row: Key };

export function KeysPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/keys'));
  const [doing, setDoing] = useState<KeyDialog>();
  const finishCreate = async ({ key }: CreatedKey) => {
    await query.refetch();
    setDoing({ what: 'show', key });
  };
  const finishRevoke = async () => {
    await query.refetch();
    setDoing(undefined);
  };
  return (
    <>
      <PageHead title="API keys">
        <Button text="Create key" look="main" onClick={() => setDoing({ what: 'create' })} />
      </PageHead>
      <p className="soft">
        Programs use the API of the shop with a key. Its reference is at <code>/developers</code> on the storefront.
      </p>
      <DeskQueryState query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty kind="empty" title="No API keys yet">
              Create one for each program, with only what it needs.
            </Empty>
          ) : (
            <KeyTable keys={keys} onDo={setDoing} />
          )
        }
      </DeskQueryState>
      {doing ? (
        <DeskDialog title={getTitle(doing)} onClose={() => setDoing(undefined)}>
          {doing.what === 'create' ? <KeyForm onDone={finishCreate} /> : null}
          {doing.what === 'show' ? <NewKey value={doing.key} /> : null}
          {doing.what === 'rotate' ? <RotateForm row={doing.row} onDone={finishCreate} /> : null}
          {doing.what === 'revoke' ? <RevokeForm row={doing.row} onDone={finishRevoke} /> : null}
        </DeskDialog>
      ) : null}
    </>
  );
}

function getTitle(doing: KeyDialog): string {
  if (doing.what === 'create') return 'Create API key';
  if (doing.what === 'show') return 'Your new key';
  return doing.what === 'rotate' ? `Rotate ${doing.row.name}` : `Revoke ${doing.row.name}?`;
}

type KeyTableProps = { readonly keys: Keys; readonly onDo: (doing: KeyDialog) => void };

const KeyTable = ({ keys, onDo }: KeyTableProps) => (
  <Table label="API keys" cards heads={['Name', 'May', 'Use', 'Actions']}>
    {keys.map((row) => (
      <tr key={row.id}>
        <td className={cell.grow}>
          <b>{row.name}</b>
          <div className="soft small">
            {row.client ? `${row.client.email}, ` : ''}
            {row.hint}
          </div>
        </td>
        <td className={cell.wide}>
          {row.scopes.join(', ')}
          {row.networks.length > 0 ? <div className="soft small">From {row.networks.join(', ')}</div> : null}
        </td>
        <td className={cell.grow}>
          <KeyState row={row} />
        </td>
        <td className={cell.least}>
          {isEnded(row) ? null : (
            <span className={cell.acts}>
              {row.client ? null : <Button text="Rotate" about={row.name} look="link" onClick={() => onDo({ what: 'rotate', row })} />}
              <Button text="Revoke" about={row.name} look="link" onClick={() => onDo({ what: 'revoke', row })} />
            </span>
          )}
        </td>
      </tr>
    ))}
  </Table>
);

const isEnded = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());

function KeyState({ row }: { readonly row: Key }) {
  const { revokedAt, expiresAt, lastUsedAt } = row;
  if (isEnded(row)) return <span className={badge.off}>{revokedAt ? 'Revoked' : 'Expired'}</span>;
  return (
    <>
      {lastUsedAt ? (
        <div>
          Last used <Moment at={lastUsedAt} />
        </div>
      ) : (
        <span className={badge.off}>Not used yet</span>
      )}
      {expiresAt ? (
        <div className="soft small">
          Until <Moment at={expiresAt} />
        </div>
      ) : null}
    </>
  );
}

const NewKey = ({ value }: { readonly value: string }) => (
  <>
    <p>Copy it now. It isn’t shown again.</p>
    <p>
      <code className={css.secret}>{value}</code>
    </p>
  </>
);

const overlapNames: Readonly<Record<(typeof overlapHours)[number], string>> = { 0: 'Not at all', 1: 'An hour', 24: 'A day', 168: 'A week' };

type RotateProps = { readonly row: Key; readonly onDone: (created: CreatedKey) => Promise<unknown> };

function RotateForm({ row: { id, name }, onDone }: RotateProps) {
  const form = useDeskForm({
    values: { overlap: '24' },
    async send({ overlap }) {
      const hours = Number(overlap) as (typeof overlapHours)[number];
      await onDone(await callDesk('POST /api/keys/rotate', { id, overlapHours: hours }));
    },
  });
  return (
    <Form form={form} submit="Rotate">
      <p>A new key may do the same as {name}.</p>
      <ChoiceField
        label="The old key goes on working"
        name="overlap"
        options={overlapHours.map((hours) => ({ value: String(hours), label: overlapNames[hours] }))}
      />
    </Form>
  );
}

function RevokeForm({ row: { id }, onDone }: { readonly row: Key; readonly onDone: () => Promise<unknown> }) {
  const form = useDeskForm({ values: {}, send: () => callDesk('POST /api/keys/revoke', { id }), onDone });
  return (
    <Form form={form} submit="Revoke" danger>
      <p>Programs that use it are refused from now on. This can’t be undone.</p>
    </Form>
  );
}
