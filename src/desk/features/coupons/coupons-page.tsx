// Lists coupons with their counters: used, reserved, left, and total discount.

import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Coupons } from '#modules/coupons/desk-shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import badge from '#ui/styles/badge.module.css';
import button from '#ui/styles/button.module.css';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ReasonForm } from '../../shared/forms/form.tsx';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { SearchLink } from '../../shared/routing/search-link.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { CouponForm } from './coupon-form.tsx';

type Coupon = Coupons['coupons'][number];
type CouponDialog = 'make' | Coupon;

const states = {
  soon: { label: 'Scheduled', look: badge.wait },
  active: { label: 'Active', look: badge.done },
  usedUp: { label: 'Used up', look: badge.off },
  ended: { label: 'Ended', look: badge.off },
} as const;

const uses = { orders: 'Orders', deposits: 'Deposits', both: 'Both' } as const;

export function CouponsPage(): ReactNode {
  const { code } = useSearch({ from: '/coupons' });
  const query = useQuery(deskQuery('GET /api/coupons'));
  const mayEdit = useMay('coupons.edit');
  const [doing, setDoing] = useState<CouponDialog>();
  const done = async () => {
    await query.refetch();
    setDoing(undefined);
  };
  return (
    <>
      <PageHead title="Coupons">
        {code ? (
          <SearchLink className={`${button.quiet} ${button.small}`} changes={{ code: undefined }}>
            Show all
          </SearchLink>
        ) : null}
        {mayEdit ? <Button text="Create coupon" look="main" onClick={() => setDoing('make')} /> : null}
      </PageHead>
      <DeskQueryState query={query}>
        {({ coupons }) => {
          const rows = code ? coupons.filter((each) => each.code === code) : coupons;
          return rows.length === 0 ? (
            <Empty kind="empty" title="No coupons yet" />
          ) : (
            <CouponTable coupons={rows} onEnd={mayEdit ? setDoing : undefined} />
          );
        }}
      </DeskQueryState>
      {doing ? (
        <DeskDialog title={doing === 'make' ? 'Create coupon' : `End ${doing.code}`} onClose={() => setDoing(undefined)}>
          {doing === 'make' ? (
            <CouponForm services={query.data?.services ?? []} onDone={done} />
          ) : (
            <ReasonForm
              draft={`coupon.end.${doing.id}`}
              send={(why) => callDesk('POST /api/coupon/end', { id: doing.id, why })}
              onDone={done}
              submit="End coupon"
              danger
            >
              <p>It can no longer be used. Orders placed with it keep their price.</p>
            </ReasonForm>
          )}
        </DeskDialog>
      ) : null}
    </>
  );
}

type TableProps = { readonly coupons: readonly Coupon[]; readonly onEnd: ((coupon: Coupon) => void) | undefined };

function CouponTable({ coupons, onEnd }: TableProps) {
  const heads = [
    'Code',
    'Discount',
    'Valid for',
    'Status',
    'Ends',
    numberColumn('Used'),
    numberColumn('Discounts'),
    ...(onEnd ? ['Actions'] : []),
  ];
  return (
    <Table label="Coupons" heads={heads}>
      {coupons.map((coupon) => (
        <tr key={coupon.id}>
          <td className={cell.least}>
            <b>{coupon.code}</b>
          </td>
          <td className={cell.grow}>
            <Worth coupon={coupon} />
          </td>
          <td>
            {uses[coupon.appliesTo]}
            {coupon.firstPurchaseOnly ? ', first purchase' : ''}
          </td>
          <td>
            <span className={states[coupon.state].look}>{states[coupon.state].label}</span>
          </td>
          <td className={cell.least}>{coupon.expiresAt ? <Moment at={coupon.expiresAt} /> : '—'}</td>
          <td className={cell.num}>
            {formatUses(coupon)}
            {coupon.reserved > 0 ? <div className="soft small">{coupon.reserved.toLocaleString('en')} reserved</div> : null}
          </td>
          <td className={cell.num}>
            {coupon.given.length === 0
              ? '—'
              : coupon.given.map(({ currency, amount }) => <div key={currency}>{formatMoney(amount, currency)}</div>)}
          </td>
          {onEnd ? <td>{coupon.state === 'ended' ? null : <Button text="End" look="link" onClick={() => onEnd(coupon)} />}</td> : null}
        </tr>
      ))}
    </Table>
  );
}

/** "3 of 100", or the count alone if there is no limit. Reserved: in orders that are not paid yet. */
const formatUses = ({ uses, reserved, totalLimit }: Coupon): string => {
  const used = (uses - reserved).toLocaleString('en');
  return totalLimit === null ? used : `${used} of ${totalLimit.toLocaleString('en')}`;
};

const numberColumn = (name: string) => ({ name, num: true });

function Worth({ coupon: { kind, percent, amounts } }: { readonly coupon: Coupon }) {
  return (
    <>
      {kind === 'percent' ? `${percent}%` : null}
      {amounts.map(({ currency, amount, minimum }) => (
        <div key={currency}>
          {amount === null ? null : formatMoney(amount, currency)}
          {minimum > 0 ? <span className="soft"> from {formatMoney(minimum, currency)}</span> : null}
        </div>
      ))}
    </>
  );
}
