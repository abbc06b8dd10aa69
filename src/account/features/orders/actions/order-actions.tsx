// What a customer can do with an order: one button for the next step, and a menu with the rest.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useState } from 'react';
import { call } from '#ui/api/client.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import menu from '#ui/display/menu.module.css';
import { Menu } from '#ui/display/menu.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { FailureText } from '#ui/forms/field-error.tsx';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import { href } from '../../../../pages.ts';
import {
  getHistoryAddress,
  getNextStep,
  isConfirmationPending,
  isUnpaid,
  type OrderProps,
  orderAddress,
  statusDisplay,
} from '../order-list.ts';
import { orderNames } from '../order-names.ts';
import css from './order-actions.module.css';
import { type OrderAgain, useReorder } from './use-order-again.ts';
import { type PaymentAction, usePayment } from './use-payment.ts';

type Props = OrderProps & {
  /** Takes the focus when the button that had it is gone. */
  readonly heading: RefObject<HTMLElement | null>;
  /** On the page of the order, which needs no link to itself. */
  readonly isOwnPage?: boolean;
};

/** Dialogs, each in a lazy chunk. */
const dialogs = {
  cancel: createLazyPart(() => import('../cancel-dialog.tsx').then(({ CancelDialog }) => CancelDialog)),
  withdraw: createLazyPart(() => import('../withdraw-dialog.tsx').then(({ WithdrawDialog }) => WithdrawDialog)),
  balance: createLazyPart(() => import('../payment/pay-from-balance.tsx').then(({ FromBalance }) => FromBalance)),
};

export function OrderActions({ order, names, take, heading, isOwnPage = false }: Props) {
  const [openDialog, setOpenDialog] = useState<keyof typeof dialogs>();
  const close = () => setOpenDialog(undefined);
  const focusAfter = useFocusAfter();
  const done = async () => {
    take(await call('GET /api/orders', { purchase: order.purchaseId }));
    // The dialog had the focus, and the button that opened it may be gone.
    focusAfter(() => heading.current);
    close();
  };
  const payment = usePayment(order, take);
  const again = useReorder(order);
  const failure = payment.failure ?? again.failure;
  const { title, isSold } = orderNames(order, names);
  const OpenDialog = openDialog && dialogs[openDialog];
  return (
    <>
      <div className={css.acts}>
        <NextStep {...{ order, payment, again, title, isSold, isOwnPage }} />
        <OrderMenu {...{ order, payment, again, title, isSold, open: setOpenDialog }} />
      </div>
      <p role="alert" className={css.wrong}>
        {failure ? (
          <FailureText error={failure} />
        ) : payment.isLate ? (
          <Trans>The payment link isn’t ready yet. Try again in a minute.</Trans>
        ) : again.isCartFull ? (
          <Trans>Your cart is full.</Trans>
        ) : null}
      </p>
      {OpenDialog ? <OpenDialog {...{ order, title, onDone: done, onClose: close }} onMissing={close} /> : null}
    </>
  );
}

type NextStepProps = Pick<Props, 'order' | 'isOwnPage'> & {
  readonly payment: PaymentAction;
  readonly again: OrderAgain;
  readonly title: string;
  /** If not, it cannot be ordered again. */
  readonly isSold: boolean;
};

function NextStep({ order, payment, again, title, isSold, isOwnPage }: NextStepProps): ReactNode {
  const { t } = useLingui();
  const { id, number, piecesWaiting } = order;
  switch (getNextStep(order)) {
    case 'pay':
      return <PayButton payment={payment} isShort={!isOwnPage && order.price === order.purchasePrice} />;
    case 'brief':
      return (
        <ButtonLink
          text={<Plural value={piecesWaiting} one="Write brief" other="Write briefs" />}
          about={number}
          look="main"
          small
          className={css.long}
          href={getHistoryAddress({ brief: id })}
        />
      );
    case 'answer':
      return isOwnPage ? null : (
        <ButtonLink
          text={t({ message: 'Answer', context: 'a question of the shop' })}
          about={number}
          look="main"
          small
          className={css.main}
          href={orderAddress(number, 'messages')}
        />
      );
    case 'read':
      return isOwnPage ? null : (
        <ButtonLink
          text={t({ message: 'Read', context: 'a delivery' })}
          about={number}
          look="main"
          small
          className={css.main}
          href={orderAddress(number)}
        />
      );
    case 'open':
      return isOwnPage ? null : (
        <ButtonLink
          text={t({ message: 'Open', context: 'an order' })}
          about={number}
          small
          className={css.main}
          href={orderAddress(number)}
        />
      );
    case 'again':
      return !isSold ? null : (
        <Button
          text={t`Order again`}
          small
          className={css.long}
          aria-label={t`Order again: ${title}`}
          busy={again.busy}
          onClick={again.run}
        />
      );
  }
}

type PayButtonProps = {
  readonly payment: PaymentAction;
  /** The price is beside the button. */
  readonly isShort: boolean;
};

function PayButton({ payment: { link, price, isCodeGone, busy, openLink, pay }, isShort }: PayButtonProps) {
  const { t } = useLingui();
  const look = { look: 'main', small: true, className: css.long } as const;
  const text = isShort ? t`Pay` : t`Pay ${price}`;
  if (link !== undefined) return <ButtonLink text={text} {...look} href={link} aria-label={t`Pay ${price}`} onClick={openLink} />;
  if (isCodeGone) return <Button text={t`Pay without the code`} {...look} busy={busy} onClick={pay} />;
  return <Button text={text} {...look} aria-label={t`Pay ${price}`} busy={busy} onClick={pay} />;
}

type MenuProps = Omit<NextStepProps, 'isOwnPage'> & { readonly open: (dialog: keyof typeof dialogs) => void };

function OrderMenu({ order, payment, again, open, title, isSold }: MenuProps) {
  const { t } = useLingui();
  const { number } = order;
  const [shownLink, setShownLink] = useState<string>();
  const copy = async (link: string) => {
    try {
      await navigator.clipboard.writeText(link);
      showToast({ text: t`Payment link copied.` });
    } catch {
      // If the clipboard is not available, the user can still select and copy it.
      setShownLink(link);
    }
  };
  const { link } = payment;
  return (
    <>
      <Menu label={t`More for ${number}`} content={<Dots />}>
        <ul className={menu.list}>
          {isUnpaid(order) && !isConfirmationPending(order) ? (
            <MenuButton label={t`Pay ${number} from my balance`} run={() => open('balance')}>
              {t`Pay from balance`}
            </MenuButton>
          ) : null}
          {link === undefined ? null : (
            <MenuButton label={t`Copy the payment link of ${number}`} run={() => void copy(link)}>
              {t`Copy payment link`}
            </MenuButton>
          )}
          {getNextStep(order) === 'again' || !isSold ? null : (
            <MenuButton label={t`Order again: ${title}`} run={again.run}>
              {t`Order again`}
            </MenuButton>
          )}
          <li>
            <a className={menu.item} href={`${href('support')}?new=${number}`} aria-label={t`Get help with ${number}`}>
              {t`Get help`}
            </a>
          </li>
          {order.withdrawUntil && !order.dispute ? (
            <MenuButton label={`${t`Withdraw from contract`}: ${number}`} run={() => open('withdraw')}>
              {t`Withdraw from contract`}
            </MenuButton>
          ) : null}
          {statusDisplay[order.status].cancel && !order.dispute ? (
            <MenuButton label={t`Cancel ${number}`} run={() => open('cancel')}>
              {t({ message: 'Cancel', context: 'an order' })}
            </MenuButton>
          ) : null}
        </ul>
      </Menu>
      {shownLink ? <code className={css.note}>{shownLink}</code> : null}
    </>
  );
}

const Dots = () => (
  <span className={css.dots} aria-hidden="true">
    ···
  </span>
);

const MenuButton = ({ label, run, children }: { readonly label: string; readonly run: () => void; readonly children: ReactNode }) => (
  <li>
    <button type="button" className={menu.item} aria-label={label} onClick={run}>
      {children}
    </button>
  </li>
);
