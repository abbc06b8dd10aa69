// The dialogs of the frame, which its script opens.

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/display/button.tsx';
import css from '#ui/display/dialog.module.css';
import { Question } from './consent.tsx';
import '#ui/display/tokens.css';

type FrameDialogProps = {
  readonly id: string;
  readonly title: ReactNode;
  /** The toast after it. */
  readonly done?: string;
  readonly children: ReactNode;
};

export const FrameDialog = ({ id, title, done, children, ...data }: FrameDialogProps & { readonly [name: `data-${string}`]: string }) => (
  <dialog id={id} className={css.dialog} aria-labelledby={`${id}-title`} data-done={done} {...data}>
    <div className={css.sheet}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  </dialog>
);

export function PrivacyDialog() {
  const { t } = useLingui();
  return (
    <FrameDialog id="dialog-privacy" title={t`Privacy choices`} done={t`Saved.`}>
      <p>
        <Question />
      </p>
      <p>
        <strong data-stored="open">{t`You haven’t answered yet. Nothing is counted.`}</strong>
        <strong data-stored="accepted">{t`You chose “Accept”.`}</strong>
        <strong data-stored="rejected">{t`You chose “Reject”.`}</strong>
      </p>
      <form method="dialog" className={css.acts}>
        <Button text={t`Accept`} type="submit" value="accepted" />
        <Button text={t`Reject`} type="submit" value="rejected" />
      </form>
    </FrameDialog>
  );
}

/** Confirms a change of currency that empties the cart: a cart has prices in one currency. */
export function CurrencyDialog() {
  const { t } = useLingui();
  // The script puts the currency here.
  const code = '#';
  return (
    <FrameDialog id="dialog-currency" title={t`Change to ${code} and empty the cart?`} done={t`Your cart is empty now.`}>
      <p>{t`Prices differ by currency, so your cart can’t be carried over.`}</p>
      <form method="dialog" className={css.acts}>
        <Button text={t`Change and empty cart`} look="main" type="submit" value="agreed" />
        <Button text={t`Keep cart`} type="submit" value="kept" />
      </form>
    </FrameDialog>
  );
}
