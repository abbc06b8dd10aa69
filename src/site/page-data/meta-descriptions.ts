// Meta description of each page. Server only.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Head } from '#ui/page/data.ts';
import type { ScreenName } from '../../pages.ts';

/** 'owner': from the owner's files. */
const abouts: { readonly [Name in ScreenName]: MessageDescriptor | 'owner' } = {
  home: 'owner',
  services: msg`Every service: what’s included, a sample and all prices.`,
  samples: msg`What you receive: a sample of each service, shown as delivered.`,
  service: 'owner',
  about: 'owner',
  faq: msg`How ordering, delivery and payment work, and how we treat your data.`,
  contact: msg`Write to us: every message gets a ticket number and an answer by email.`,
  means: msg`Pay for your next month, or change your payment method.`,
  pay: msg`Review your order, agree to the terms and pay.`,
  share: msg`An order that was shared with you.`,
  invoice: msg`Your invoice, with its PDF.`,
  quote: msg`Your quote: what it includes, until when it’s valid, and a place to accept it.`,
  ticket: msg`What you asked us, what we answered, and a place to write back.`,
  login: msg`Log in to your account with your email address and password.`,
  createAccount: msg`Your name, an email address and a password are enough for an account.`,
  recoveryPassword: msg`Forgot your password? We’ll email you a link to set a new one.`,
  loginLink: msg`Log in with a link that we’ll email you, without your password.`,
  resetPassword: msg`Set a new password with the link from our email.`,
  notLoggedIn: msg`Log in again and pick up where you left off.`,
  withdrawal: msg`Withdraw from the contract for an order, without logging in.`,
  cancel: msg`Cancel a monthly bundle, without logging in.`,
  confirmEmail: msg`Confirm that the email address of your account is yours.`,
  myData: msg`Download the copy of your data you asked for.`,
  cart: msg`What you are about to order, with its price.`,
  cartLink: msg`What you are about to order, with its price.`,
  orderHistory: msg`Your orders, their progress, and what’s left to pay.`,
  order: msg`Your order: its delivery, brief, messages and invoice.`,
  invitation: msg`An invitation to act for an account.`,
  accountDetails: msg`Your name and address, and where you are logged in.`,
  funds: msg`Your balance, how to add funds, and every transaction.`,
  plans: msg`What is left of your plan, and your requests in their order.`,
  support: msg`What you asked us, what we answered, and a place to ask more.`,
  changePassword: msg`A new password for your account, which logs out every other device.`,
  ui: msg`Every part that pages are made of, in every state.`,
  notFound: msg`There’s no page at this address.`,
  error: msg`Something went wrong on our side.`,
  cookiesPolicy: 'owner',
  privacyPolicy: 'owner',
  refundPolicy: 'owner',
  termsAndConditions: 'owner',
  accessibility: 'owner',
};

export function describePage(name: ScreenName, i18n: I18n, head: Head | undefined): string {
  const about = abouts[name];
  return about === 'owner' ? (head?.about ?? '') : i18n._(about);
}
