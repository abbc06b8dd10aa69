// Shares an order by a link: what its guests may do, until when, and how often it was opened.

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CurrentShare } from '#modules/fulfilment/share/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import sheet from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import field from '#ui/forms/field.module.css';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { apiQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { DayText } from '../../shared/date-time.tsx';
import { CopyButton } from '../deliveries/published/copy-button.tsx';
import css from './order/order.module.css';

type Props = { readonly orderId: string; readonly onClose: () => void };

const periods = [7, 30, 90] as const;
const DAY_MS = 86_400_000;

export function ShareDialog({ orderId, onClose }: Props) {
  const { t } = useLingui();
  const current = useQuery({ ...apiQuery('GET /api/orders/share', { orderId }), gcTime: 0 });
  const reload = async () => void (await current.refetch());
  return (
    <Dialog title={t`Share this order`} onClose={onClose} harmless closeLabel={t`Close`}>
      <p>{t`Anyone with the link sees the brief, the progress, deliveries and messages. Prices and invoices stay private.`}</p>
      <QueryState wide query={current} waiting={<Skeleton shape="lines" count={3} />}>
        {({ share }) =>
          share ? <CurrentLink orderId={orderId} share={share} reload={reload} /> : <NewLink orderId={orderId} reload={reload} />
        }
      </QueryState>
    </Dialog>
  );
}

type LinkProps = { readonly orderId: string; readonly reload: () => Promise<void> };

function NewLink({ orderId, reload }: LinkProps) {
  const { t } = useLingui();
  const [comment, setComment] = useState(true);
  const [approve, setApprove] = useState(false);
  const [days, setDays] = useState<number>(30);
  const { busy, failure, run } = useMutation(ApiError);
  const create = () =>
    void run(async () => {
      const expiresAt = new Date(Date.now() + days * DAY_MS).toISOString();
      await call('POST /api/orders/share', { orderId, comment, approve, expiresAt });
      await reload();
    });
  return (
    <>
      <Tick label={t`Guests may comment`} isOn={comment} set={setComment} />
      <Tick label={t`Guests may accept deliveries for you`} isOn={approve} set={setApprove} />
      <label className={css.period}>
        {t`The link works for`}
        <select className={field.input} value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {periods.map((each) => (
            <option key={each} value={each}>
              {t`${plural(each, { one: '# day', other: '# days' })}`}
            </option>
          ))}
        </select>
      </label>
      <FieldErrorText error={failure} />
      <p className={sheet.acts}>
        <Button text={t`Create link`} look="main" busy={busy} onClick={create} />
      </p>
    </>
  );
}

type TickProps = { readonly label: ReactNode; readonly isOn: boolean; readonly set: (isOn: boolean) => void };

const Tick = ({ label, isOn, set }: TickProps) => (
  <label className={field.tick}>
    <input type="checkbox" checked={isOn} onChange={({ target }) => set(target.checked)} />
    <span>{label}</span>
  </label>
);

function CurrentLink({ orderId, share, reload }: LinkProps & { readonly share: NonNullable<CurrentShare['share']> }) {
  const { t } = useLingui();
  const { busy, failure, run } = useMutation(ApiError);
  const { link, approve, comment, uses, expiresAt } = share;
  const end = () =>
    void run(async () => {
      await call('POST /api/orders/unshare', { orderId });
      await reload();
    });
  return (
    <>
      <p className={css.link}>
        <a href={link} target="_blank" rel="noopener noreferrer">
          {link}
        </a>
      </p>
      <p className="soft">
        <Trans>
          Until <DayText iso={expiresAt} />.
        </Trans>{' '}
        {uses === 0 ? t`Not opened yet.` : t`${plural(uses, { one: 'Opened once.', other: 'Opened # times.' })}`}{' '}
        {approve ? t`Guests may accept deliveries.` : null} {comment ? t`Guests may comment.` : null}
      </p>
      <FieldErrorText error={failure} />
      <p className={sheet.acts}>
        <CopyButton text={link}>{t`Copy link`}</CopyButton>
        <Button text={t`Stop sharing`} look="bad" busy={busy} onClick={end} />
      </p>
    </>
  );
}
