// Labels of the transfer kinds. Kinds that never touch a balance have none.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TransferKind } from '../../../../modules/wallet/rules.ts';

const words: Readonly<Partial<Record<TransferKind, MessageDescriptor>>> = {
  deposit: msg`Deposit`,
  bonus: msg`Credit from a coupon`,
  stray: msg`Payment that came too late, kept for you`,
  spend: msg`Paid for orders`,
  spendPromo: msg`Paid for orders, from credit`,
  giveBack: msg`Given back for an order`,
  giveBackPromo: msg`Credit given back for an order`,
  partBack: msg`Given back for an order`,
  partBackPromo: msg`Credit given back for an order`,
  gift: msg`Credit from us`,
  depositBack: msg`Deposit given back to you`,
  bonusBack: msg`Credit from a coupon`,
  bonusAgain: msg`Credit from a coupon`,
  refundFailed: msg`Refund that could not be delivered, kept for you`,
};

export function sayMovement(i18n: I18n, kind: TransferKind): string {
  const word = words[kind];
  return word ? i18n._(word) : kind;
}
