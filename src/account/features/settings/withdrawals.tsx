// Orders that can still be withdrawn from. Listed in the account as on each order, so that they are easy to
// find.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { Withdrawable } from '#modules/withdrawals/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import { usePage } from '#ui/page/context.ts';
import rows from '#ui/styles/rows.module.css';
import { href } from '../../../pages.ts';
import { apiQuery, queryClient } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { LastDay } from '../../shared/date-time.tsx';
import { Section } from '../../shared/section.tsx';
import list from '../../shared/tall-rows.module.css';

const withdrawalsQuery = apiQuery('GET /api/orders/withdrawals', undefined);
const WithdrawDialog = createLazyPart(() => import('../orders/withdraw-dialog.tsx').then(({ WithdrawDialog }) => WithdrawDialog));

export function Withdrawals() {
  const { t } = useLingui();
  const withdrawable = useQuery(withdrawalsQuery);
  const title = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<Withdrawable>();
  const close = () => setChosen(undefined);
  const focusAfter = useFocusAfter();
  const done = async () => {
    queryClient.setQueryData(withdrawalsQuery.queryKey, (all) => all?.filter(({ orderId }) => orderId !== chosen?.orderId));
    // The dialog had the focus, and the button that opened it is gone.
    focusAfter(() => title.current);
    close();
  };
  return (
    <Section id="withdrawals" title={t`Withdraw from contract`} heading={title}>
      <p className="soft">
        <Trans>
          You can withdraw from an order’s contract for 14 days after payment, without giving a reason. Our{' '}
          <a href={href('refundPolicy')}>refund policy</a> explains how and has a form that you can use instead.
        </Trans>
      </p>
      <QueryState query={withdrawable} waiting={null}>
        {(all) =>
          all.length === 0 ? (
            <p>{t`You have no orders to withdraw from.`}</p>
          ) : (
            <ul className={rows.rows}>
              {all.map((each) => (
                <WithdrawalRow key={each.orderId} order={each} onChoose={() => setChosen(each)} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {chosen ? (
        <WithdrawDialog
          key={chosen.orderId}
          order={{ id: chosen.orderId, number: chosen.number }}
          onDone={done}
          onClose={close}
          onMissing={close}
        />
      ) : null}
    </Section>
  );
}

function WithdrawalRow({
  order: { number, name, price, currency, until },
  onChoose,
}: {
  readonly order: Withdrawable;
  readonly onChoose: () => void;
}) {
  const { t } = useLingui();
  const { locale } = usePage();
  const amount = showMoney({ amount: price, currency }, locale);
  return (
    <li className={list.row}>
      <div>
        <p className={list.title}>{name}</p>
        <p className={list.note}>
          {number} · {amount}
        </p>
        <p className={list.note}>
          <Trans>
            until <LastDay iso={until} />
          </Trans>
        </p>
      </div>
      <Button text={t`Withdraw from contract`} small aria-label={`${t`Withdraw from contract`}: ${number}`} onClick={onChoose} />
    </li>
  );
}
