// The requests of a plan: those in work, and those that wait in the order that the customer chooses, by
// dragging or with buttons. A waiting one can be cancelled.
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { PlanView } from '#modules/plans/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import dialog from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { plansQuery, queryClient } from '../../api/queries.ts';
import { orderAddress } from '../orders/order-list.ts';
import css from './plans.module.css';

type Request = PlanView['orders'][number];

/** The list with one item at another place. */
const move = (ids: readonly string[], id: string, to: number): string[] => ids.filter((each) => each !== id).toSpliced(to, 0, id);

export function RequestQueue({ plan }: { readonly plan: PlanView }) {
  const { t } = useLingui();
  const { active, waiting, orders } = plan;
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, failure, sort, cancel } = useQueue(plan);
  const [cancelled, setCancelled] = useState<Request>();
  const toOrders = (ids: readonly string[]) => ids.flatMap((id) => orders.find((order) => order.id === id) ?? []);
  const answerCancel = async (order: Request, isAgreed: boolean) => {
    setCancelled(undefined);
    if (isAgreed && (await cancel(order))) heading.current?.focus();
  };
  return (
    <div className={css.queue}>
      <h3 ref={heading} tabIndex={-1}>{t`In work`}</h3>
      {active.length === 0 ? <p className="soft">{t`Nothing is in work.`}</p> : null}
      <ul className={css.list}>
        {toOrders(active).map((order) => (
          <li key={order.id} className={css.item}>
            <RequestLink order={order} />
          </li>
        ))}
      </ul>
      {waiting.length > 0 ? <WaitingList requests={toOrders(waiting)} busy={busy} sort={sort} onCancel={setCancelled} /> : null}
      <FieldErrorText error={failure} />
      {cancelled ? <CancelDialog order={cancelled} onAnswer={(isAgreed) => void answerCancel(cancelled, isAgreed)} /> : null}
    </div>
  );
}

/** Sends changes of the queue. */
function useQueue({ subscriptionId }: PlanView) {
  const { t } = useLingui();
  const { busy, failure, run } = useMutation(ApiError);
  const refetch = () => queryClient.invalidateQueries({ queryKey: plansQuery.queryKey });
  const sort = (orderIds: string[]) =>
    run(async () => {
      // Shown at once: it can be undone.
      queryClient.setQueryData(plansQuery.queryKey, (plans) =>
        plans?.map((each) => (each.subscriptionId === subscriptionId ? { ...each, waiting: orderIds } : each)),
      );
      try {
        await call('POST /api/requests/reorder', { subscriptionId, orderIds });
      } catch (cause) {
        void refetch();
        throw cause;
      }
    });
  const cancel = (order: Request) =>
    run(async () => {
      await call('POST /api/orders/cancel', { orderId: order.id });
      await refetch();
      showToast({ text: t`The request is cancelled.` });
    });
  return { busy, failure, sort, cancel };
}

type WaitingProps = {
  readonly requests: readonly Request[];
  readonly busy: boolean;
  readonly sort: (orderIds: string[]) => unknown;
  readonly onCancel: (order: Request) => void;
};

function WaitingList({ requests, busy, sort, onCancel }: WaitingProps) {
  const { t } = useLingui();
  const [dragged, setDragged] = useState<string>();
  const [said, setSaid] = useState('');
  const focusAfter = useFocusAfter();
  const ids = requests.map(({ id }) => id);
  const moveTo = ({ id, name }: Request, to: number, button: 'up' | 'down') => {
    sort(move(ids, id, to));
    const [place, count] = [to + 1, ids.length];
    setSaid(t`${name} is now number ${place} of ${count}.`);
    // The other one, if it cannot go on.
    const isLast = button === 'up' ? to === 0 : to === count - 1;
    focusAfter(() => document.getElementById(`${isLast ? (button === 'up' ? 'down' : 'up') : button}-${id}`));
  };
  const dropAt = (index: number) => {
    if (dragged !== undefined && dragged !== ids[index]) sort(move(ids, dragged, index));
    setDragged(undefined);
  };
  return (
    <>
      <h3>{t`Waiting`}</h3>
      <p className="soft">{t`The first one begins when a place is free. Drag them, or use the buttons, to change the order.`}</p>
      <ol className={css.list}>
        {requests.map((order, index) => (
          <li
            key={order.id}
            className={css.item}
            data-dragged={dragged === order.id ? '' : undefined}
            draggable={!busy}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData('text/plain', order.id);
              setDragged(order.id);
            }}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
            onDrop={(event) => {
              event.preventDefault();
              dropAt(index);
            }}
          >
            <span className={css.place} aria-hidden="true">
              {index + 1}
            </span>
            <RequestLink order={order} />
            <span className={css.acts}>
              <Move
                id={`up-${order.id}`}
                text="↑"
                label={t`Move ${order.name} up`}
                isOff={index === 0}
                onMove={() => moveTo(order, index - 1, 'up')}
              />
              <Move
                id={`down-${order.id}`}
                text="↓"
                label={t`Move ${order.name} down`}
                isOff={index === ids.length - 1}
                onMove={() => moveTo(order, index + 1, 'down')}
              />
              <Button text={t`Cancel`} small aria-label={t`Cancel ${order.name}`} busy={busy} onClick={() => onCancel(order)} />
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="unseen">
        {said}
      </p>
    </>
  );
}

const RequestLink = ({ order: { number, name, about } }: { readonly order: Request }) => (
  <span className={css.name}>
    <a href={orderAddress(number)}>{name}</a> <small className="soft">{number}</small>
    {about ? <span className={css.about}>{about}</span> : null}
  </span>
);

type MoveProps = {
  readonly id: string;
  readonly text: string;
  readonly label: string;
  readonly isOff: boolean;
  readonly onMove: () => void;
};

const Move = ({ id, text, label, isOff, onMove }: MoveProps) => (
  <Button id={id} text={text} small aria-label={label} disabled={isOff} onClick={onMove} />
);

function CancelDialog({ order, onAnswer }: { readonly order: Request; readonly onAnswer: (isAgreed: boolean) => void }) {
  const { t } = useLingui();
  const { name } = order;
  return (
    <Dialog title={t`Cancel ${name}?`} onClose={(value) => onAnswer(value === 'agreed')} harmless>
      <p>
        <Trans>Work on it hasn’t begun. What it counts for goes back to your plan.</Trans>
      </p>
      <form method="dialog" className={dialog.acts}>
        <Button text={t`Cancel request`} look="main" type="submit" value="agreed" />
        <Button text={t`Not now`} type="submit" value="" />
      </form>
    </Dialog>
  );
}
