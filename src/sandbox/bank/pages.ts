// The sandbox bank's payment page in three languages, and its list of payments. Every possible outcome of a
// payment is a button.

import { getLanguage, type Locale } from '#lib/locale.ts';
import { html, type Markup } from '#lib/markdown/html.ts';
import { getCurrencyCode, showMoney } from '#lib/money/money.ts';
import type { Message } from '#lib/user-error.ts';
import { translate } from '#platform/i18n.ts';
import { renderTime } from '#platform/internal-pages/page.ts';
import type { BankPaymentState } from './bank.ts';
import type { BankLink } from './link.ts';
import type { BookRow } from './queries.ts';

const messages = {
  title: /*i18n*/ { id: 'bank.title', message: 'Payment' },
  sandbox: /*i18n*/ { id: 'bank.sandbox', message: 'Sandbox: no money moves here' },
  until: /*i18n*/ { id: 'bank.until', message: 'Open until {moment}' },
  pay: /*i18n*/ { id: 'bank.pay', message: 'Pay {amount}' },
  save: /*i18n*/ { id: 'bank.save', message: 'The shop may charge this for later payments' },
  withApp: /*i18n*/ { id: 'bank.withApp', message: 'Pay and confirm in your bank’s app' },
  abandon: /*i18n*/ { id: 'bank.abandon', message: 'Back to the shop without paying' },
  otherwise: /*i18n*/ { id: 'bank.otherwise', message: 'Other outcomes' },
  confirmTitle: /*i18n*/ { id: 'bank.confirmTitle', message: 'Confirm in your bank’s app' },
  confirmText: /*i18n*/ { id: 'bank.confirmText', message: 'Your bank asks you to confirm this payment.' },
  confirm: /*i18n*/ { id: 'bank.confirm', message: 'Confirm' },
  refuse: /*i18n*/ { id: 'bank.refuse', message: 'Refuse' },
  toPayment: /*i18n*/ { id: 'bank.toPayment', message: 'Back to the payment' },
  toShop: /*i18n*/ { id: 'bank.toShop', message: 'Back to the shop' },
  wasDeclined: /*i18n*/ { id: 'bank.wasDeclined', message: 'The last attempt was declined. You can try again.' },
} as const satisfies Record<string, Message>;

/** Ways in which a payment can fail or be delayed. */
const otherwise = [
  {
    outcome: 'decline',
    label: /*i18n*/ { id: 'bank.decline', message: 'Card declined' },
    hint: /*i18n*/ { id: 'bank.declineHint', message: 'Nothing is charged.' },
  },
  {
    outcome: 'late',
    label: /*i18n*/ { id: 'bank.late', message: 'Pay, with a late notice' },
    hint: /*i18n*/ { id: 'bank.lateHint', message: 'Charged; the shop is notified a minute later.' },
  },
  {
    outcome: 'twice',
    label: /*i18n*/ { id: 'bank.twice', message: 'Pay, with two notices' },
    hint: /*i18n*/ { id: 'bank.twiceHint', message: 'Charged once; the shop is notified twice.' },
  },
  {
    outcome: 'lost',
    label: /*i18n*/ { id: 'bank.lost', message: 'Pay, but lose the response' },
    hint: /*i18n*/ { id: 'bank.lostHint', message: 'Charged; the connection breaks, and the shop isn’t notified.' },
  },
  {
    outcome: 'dispute',
    label: /*i18n*/ { id: 'bank.dispute', message: 'Pay, then dispute the charge' },
    hint: /*i18n*/ { id: 'bank.disputeHint', message: 'Charged; the bank then examines whether the charge was right.' },
  },
  {
    outcome: 'dispute-lost',
    label: /*i18n*/ { id: 'bank.disputeLost', message: 'Pay, then take the money back' },
    hint: /*i18n*/ { id: 'bank.disputeLostHint', message: 'Charged and disputed; the shop loses, and the money goes back.' },
  },
  {
    outcome: 'debit',
    label: /*i18n*/ { id: 'bank.debit', message: 'Pay by direct debit' },
    hint: /*i18n*/ { id: 'bank.debitHint', message: 'Charged a minute later; until then the payment is being confirmed.' },
  },
  {
    outcome: 'debit-returned',
    label: /*i18n*/ { id: 'bank.debitReturned', message: 'Pay by direct debit, then return it' },
    hint: /*i18n*/ { id: 'bank.debitReturnedHint', message: 'Charged a minute later, and taken back another minute later.' },
  },
  {
    outcome: 'authenticate',
    label: /*i18n*/ { id: 'bank.authenticate', message: 'Card that asks to confirm each payment' },
    hint: /*i18n*/ { id: 'bank.authenticateHint', message: 'Charged now; if it is saved, later payments need the customer.' },
  },
  {
    outcome: 'expired',
    label: /*i18n*/ { id: 'bank.cardExpired', message: 'Card that expires' },
    hint: /*i18n*/ { id: 'bank.cardExpiredHint', message: 'Declined; if it is saved, charged now and declined later.' },
  },
  {
    outcome: 'insufficient',
    label: /*i18n*/ { id: 'bank.insufficient', message: 'Card with too little money' },
    hint: /*i18n*/ { id: 'bank.insufficientHint', message: 'Declined; if it is saved, charged now and declined later.' },
  },
] as const satisfies readonly { outcome: string; label: Message; hint: Message }[];

const closedTexts = {
  paid: {
    title: /*i18n*/ { id: 'bank.paid', message: 'Already paid' },
    text: /*i18n*/ { id: 'bank.paidText', message: 'This payment was made. You won’t be charged again.' },
  },
  expired: {
    title: /*i18n*/ { id: 'bank.expired', message: 'This link has expired' },
    text: /*i18n*/ { id: 'bank.expiredText', message: 'Nothing was charged. The shop can give you a new link.' },
  },
  cancelled: {
    title: /*i18n*/ { id: 'bank.cancelled', message: 'This payment was cancelled' },
    text: /*i18n*/ { id: 'bank.cancelledText', message: 'Nothing was charged, and this link no longer works.' },
  },
} as const satisfies Record<string, { title: Message; text: Message }>;

export type ClosedPaymentState = keyof typeof closedTexts;
type Page = { readonly title: string; readonly body: Markup };

/** `address`: the link's own path; every button posts to it. */
export function renderPaymentPage(link: BankLink, state: BankPaymentState, address: string): Page {
  const getText = (message: Message, values?: Message['values']) => translate(values ? { ...message, values } : message, link.locale);
  return createPage(
    link,
    messages.title,
    html`${state === 'declined' && html`<p class="card note" role="status">${getText(messages.wasDeclined)}</p>`}
<div class="card sum"><p>${link.what}</p>${renderAmount(link)}
<p class="soft">${getText(messages.until, { moment: formatMinute(link.expiresAt, link.locale) })}</p></div>
<form class="ways" method="post" action="${address}">
${link.save && html`<label><input type="checkbox" name="save" value="on" checked> ${getText(messages.save)}</label>`}
<button class="button button-main" name="outcome" value="success">${getText(messages.pay, { amount: showMoney(link, link.locale) })}</button>
<a class="button" href="${address}?step=confirm">${getText(messages.withApp)}</a>
<button class="button" name="outcome" value="abandon">${getText(messages.abandon)}</button>
<h2>${getText(messages.otherwise)}</h2>
${otherwise.map(
  ({
    outcome,
    label,
    hint,
  }) => html`<div class="way"><button class="button" name="outcome" value="${outcome}" aria-describedby="${outcome}">${getText(label)}</button>
<span class="soft" id="${outcome}">${getText(hint)}</span></div>`,
)}
</form>`,
  );
}

/** 3-D Secure: a second confirmation on another page. */
export function confirmPage(link: BankLink, address: string): Page {
  const getText = (message: Message) => translate(message, link.locale);
  return createPage(
    link,
    messages.confirmTitle,
    html`<div class="card sum"><p>${getText(messages.confirmText)}</p>
${renderAmount(link)}</div>
<form class="ways" method="post" action="${address}">
${link.save && html`<input type="hidden" name="save" value="on">`}
<button class="button button-main" name="outcome" value="success">${getText(messages.confirm)}</button>
<button class="button" name="outcome" value="decline">${getText(messages.refuse)}</button></form>
<p><a href="${address}">${getText(messages.toPayment)}</a></p>`,
  );
}

export function renderClosedPage(link: BankLink, why: ClosedPaymentState): Page {
  const { title, text } = closedTexts[why];
  return createPage(
    link,
    title,
    html`<p class="card note">${translate(text, link.locale)}</p>
<p><a class="button button-main" href="${link.returnUrl}">${translate(messages.toShop, link.locale)}</a></p>`,
  );
}

const createPage = ({ locale }: BankLink, title: Message, content: Markup): Page => ({
  title: translate(title, locale),
  body: html`<main class="narrow payment"><p class="badge badge-warn">${translate(messages.sandbox, locale)}</p><h1>${translate(title, locale)}</h1>
${content}</main>`,
});

/** With the currency code, if the sign is not the code itself. */
function renderAmount(link: BankLink): Markup {
  const amount = showMoney(link, link.locale);
  const code = getCurrencyCode(link.currency);
  return html`<p class="amount">${amount}${!amount.includes(code) && html` <span class="soft">${code}</span>`}</p>`;
}

/** In UTC, labelled as such: without a script the page does not know the reader's zone. */
const formatMinute = (at: Date, locale: Locale): string =>
  `${new Intl.DateTimeFormat(getLanguage(locale).intl, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

export const renderBooksPage = (rows: readonly BookRow[]): Markup => html`<main class="narrow">
<div class="bar"><h1>Bank</h1><span class="soft end">Sandbox: what a real bank would have charged, newest first · <a href="/">Mailbox</a></span></div>
${
  rows.length === 0
    ? html`<p class="card note">Nothing was charged yet.</p>`
    : html`<div class="card table" role="region" aria-label="Charges" tabindex="0"><table><thead><tr><th>Charged</th><th>For</th><th class="num">Amount</th>
<th class="num">Given back</th><th class="num">Told</th><th>Payment and charge</th></tr></thead><tbody>${rows.map(bookRow)}</tbody></table></div>`
}</main>`;

const bookRow = ({
  at,
  description,
  amount,
  currency,
  refunded: givenBack,
  webhooks,
  arrived,
  paymentId,
  reference,
}: BookRow): Markup => html`<tr>
<td class="least">${renderTime(at)}</td><td>${description}</td><td class="num least">${showMoney({ amount, currency }, 'en')}</td>
<td class="num least">${givenBack > 0 && showMoney({ amount: givenBack, currency }, 'en')}</td><td class="num">${arrived} of ${webhooks}</td>
<td class="least">${paymentId}<br><span class="soft">${reference}</span></td></tr>`;
