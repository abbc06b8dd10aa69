// Labels of the transfer kinds. Kinds that never touch a balance have none.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TransferKind } from '#modules/wallet/rules.ts';

const words: Readonly<Partial<Record<TransferKind, MessageDescriptor>>> = {
  deposit: msg`Deposit`,
  bonus: msg`Coupon credit`,
  stray: msg`Late payment, added to your balance`,
  spend: msg`Order payment`,
  spendPromo: msg`Order payment, from credit`,
  giveBack: msg`Order refund`,
  giveBackPromo: msg`Promotional credit returned`,
  partBack: msg`Order refund`,
  partBackPromo: msg`Promotional credit returned`,
  gift: msg`Credit from us`,
  depositBack: msg`Deposit refunded`,
  bonusBack: msg`Coupon credit`,
  bonusAgain: msg`Coupon credit`,
  fundsTaken: msg`Deposit taken back by your bank`,
  fundsRestored: msg`Deposit returned to your balance`,
  overpaid: msg`Overpaid invoice`,
  overpaidOnline: msg`Overpaid invoice`,
  reinstatedToBalance: msg`Invoice payment returned to your balance`,
  overpaidUndone: msg`Overpaid invoice`,
  settledFromBalance: msg`Invoice payment`,
  paidOut: msg`Paid out to you`,
  broughtOver: msg`Balance brought over`,
  broughtOverCredit: msg`Credit brought over`,
  broughtOverUndone: msg`Balance brought over, undone`,
  broughtOverCreditUndone: msg`Credit brought over, undone`,
  refundFailed: msg`Refund not accepted, added to your balance`,
};

export function describeTransfer(i18n: I18n, kind: TransferKind): string {
  const word = words[kind];
  return word ? i18n._(word) : kind;
}
