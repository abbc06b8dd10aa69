// What members have done for the account, the newest first.

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { MomentText } from '../../shared/date-time.tsx';
import css from './team.module.css';

/** By the beginning of the call; the first that fits. */
const acts: readonly (readonly [start: string, act: MessageDescriptor])[] = [
  ['POST /api/orders/brief', msg`Sent a brief`],
  ['POST /api/orders/cancel', msg`Cancelled an order`],
  ['POST /api/orders/pay', msg`Made a payment`],
  ['POST /api/payments', msg`Made a payment`],
  ['POST /api/orders/accept', msg`Accepted a delivery`],
  ['POST /api/orders/revise', msg`Asked for a revision`],
  ['POST /api/orders/message', msg`Wrote a message`],
  ['POST /api/support', msg`Wrote a message`],
  ['POST /api/orders/share', msg`Shared an order`],
  ['POST /api/orders/unshare', msg`Stopped sharing an order`],
  ['POST /api/orders/withdraw', msg`Withdrew from a contract`],
  ['POST /api/orders/subscription', msg`Changed a subscription`],
  ['POST /api/orders', msg`Placed an order`],
  ['POST /api/requests', msg`Used a plan`],
  ['POST /api/balance', msg`Added funds`],
  ['POST /api/papers', msg`Changed invoice details`],
  ['POST /api/files', msg`Uploaded or removed a file`],
  ['POST /api/team', msg`Changed the team`],
  ['POST /api/keys', msg`Changed an API key`],
];

export function TeamActs() {
  const { t, i18n } = useLingui();
  const query = useQuery(apiQuery('GET /api/team/acts', undefined));
  return (
    <div className={css.done}>
      <h3>
        <Trans>What members did</Trans>
      </h3>
      <QueryState query={query} waiting={null}>
        {(list) =>
          list.length === 0 ? (
            <p className="soft">{t`Nothing yet.`}</p>
          ) : (
            <ul className={css.list}>
              {list.map(({ at, name, call, isDone }) => (
                <li key={at + call}>
                  {name ?? t`A former colleague`}: {i18n._(acts.find(([start]) => call.startsWith(start))?.[1] ?? msg`Changed the account`)}
                  {isDone ? '' : ` (${t`not completed`})`} · <MomentText iso={at} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </div>
  );
}
