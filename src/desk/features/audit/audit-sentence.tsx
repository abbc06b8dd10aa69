// An entry of the audit log as a sentence, with a link to what it is about.

import { Link, type LinkProps } from '@tanstack/react-router';
import { createElement, Fragment, type ReactNode } from 'react';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import { mailLabel } from '#modules/mail/shapes-labels.ts';
import type { AuditLine } from '#modules/staff/shapes.ts';

type Facts = Readonly<Record<string, unknown>>;
/** What an action was done to, as a link, and what it changed. */
type Entry = {
  readonly link: ReactNode;
  readonly about: string;
  readonly before: Facts;
  readonly after: Facts;
  readonly currency: CurrencyNumber | null;
};
type Sentence = (entry: Entry) => ReactNode;

/** A sentence with elements in it. */
const createSentence = (texts: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...texts.flatMap((part, index) => [part, values[index]]));

const payWays: Readonly<Record<string, string>> = {
  link: 'paid by link',
  invoice: 'paid by invoice',
  balance: 'paid from the balance',
  none: 'not charged',
};

const subscriptionActs: Readonly<Record<string, string>> = {
  pause: 'Paused',
  resume: 'Resumed',
  end: 'Set the end of',
  keep: 'Kept',
  cancel: 'Ended',
};

const sentences: Readonly<Record<string, Sentence>> = {
  'order.cancel': (entry) =>
    createSentence`Cancelled order ${entry.link}${formatRefund(entry) ? `, refunding ${formatRefund(entry)}` : ''}`,
  'order.refund': (entry) => createSentence`Refunded ${formatRefund(entry)} of order ${entry.link}`,
  'order.cancelUnit': (entry) =>
    createSentence`Cancelled piece ${toText(entry.before.piece)} of order ${entry.link}, refunding ${formatRefund(entry)}`,
  'order.create': ({ link, after }) =>
    createSentence`Created order ${link} for ${formatAmount(after.price, after.currency)}, ${payWays[toText(after.pay)] ?? ''}`,
  'invoice.create': ({ link, after }) => createSentence`Invoiced order ${link} for ${formatAmount(after.price, after.currency)}`,
  'invoice.credit': ({ link, after, currency }) =>
    createSentence`Credited ${formatAmount(after.amount, currency)} of order ${link}: ${toText(after.number)}`,
  'invoice.correct': ({ link, after }) =>
    createSentence`Corrected the buyer on an invoice of ${link}: ${toText(after.creditNote)}, ${toText(after.number)}`,
  'invoice.openSeries': ({ after }) => `Let the numbers of invoices begin with ${toText(after.number)}`,
  'invoice.rest': ({ link, after, currency }) => createSentence`Invoiced the rest of order ${link}: ${formatAmount(after.total, currency)}`,
  'quote.create': ({ link, after }) => createSentence`Sent ${toText(after.number)}: ${link}`,
  'quote.revise': ({ link, after }) => createSentence`Sent version ${toText(after.version)} of ${link}`,
  'quote.withdraw': ({ link }) => createSentence`Withdrew ${link}`,
  'claim.settle': ({ link, after, currency }) =>
    createSentence`Settled ${formatAmount(after.settled, currency)} of the invoice of order ${link}`,
  'claim.undo': ({ link, after, currency }) =>
    createSentence`Undid a settlement of ${formatAmount(after.settled, currency)} of order ${link}`,
  'bank.import': ({ after }) => `Read a bank statement: ${toText(after.matched)} settled, ${toText(after.unmatched)} not matched`,
  'balance.payOut': ({ link, after }) => createSentence`Paid ${formatAmount(after.amount, after.currency)} out to ${link}`,
  'agreement.create': ({ link }) => createSentence`Recorded that ${link} may be charged from the balance`,
  'subscription.act': ({ link, after }) => createSentence`${subscriptionActs[toText(after.act)] ?? 'Changed'} the subscription of ${link}`,
  'subscription.price': ({ link, before, after }) =>
    createSentence`Asked ${link} to pay ${formatAmount(after.price, after.currency)} instead of ${formatAmount(before.price, before.currency)} a month`,
  'link.revoke': () => 'Revoked an open link',
  'order.link': ({ link }) => createSentence`Created a payment link for order ${link}`,
  'mail.again': ({ link, after }) => createSentence`Resent “${mailLabel(toText(after.name))}” for order ${link}`,
  'customer.credit': ({ link, after }) => createSentence`Gave ${link} ${formatAmount(after.credit, after.currency)} of credit`,
  'customer.discount': ({ link, after }) => createSentence`Set the discount of ${link} to ${toText(after.percent)}%`,
  'customer.block': ({ link }) => createSentence`Blocked ${link}`,
  'customer.unblock': ({ link }) => createSentence`Unblocked ${link}`,
  'customer.look': ({ link }) => createSentence`Viewed the account of ${link} as the customer`,
  'customer.endMember': ({ link }) => createSentence`Took a member out of the team of ${link}`,
  'customer.endSessions': ({ link }) => createSentence`Logged ${link} out everywhere`,
  'customer.note': ({ link }) => createSentence`Added a note about ${link}`,
  'customer.removeNote': ({ link }) => createSentence`Deleted a note about ${link}`,
  'customer.tag': ({ link }) => createSentence`Added a tag to ${link}`,
  'customer.untag': ({ link }) => createSentence`Removed a tag from ${link}`,
  'books.download': ({ about }) => `Downloaded the books of ${about}`,
  'list.download': ({ about, after }) => `Downloaded the list of ${about} as CSV${filterText(after.filters)}`,
  'customers.import': ({ after }) => `Imported ${toText(after.created)} customers from a file`,
  'customers.undoImport': ({ after }) => `Undid an import of customers: ${toText(after.removed)} removed, ${toText(after.kept)} kept`,
  'moving.run': () => 'Started a move from another system',
  'moving.undo': ({ after }) => `Undid a move: ${toText(after.clients)} customers removed, ${toText(after.kept)} kept`,
  'moving.invite': ({ after }) => `Invited ${toText(after.invited)} customers of a move`,
  'shop.dismissGuide': ({ after }) => (after.isDismissed ? 'Hid the guide of the first hour' : 'Showed the guide of the first hour again'),
  'shop.endSamples': ({ after }) => `Stopped selling the services that the shop began with: ${toText(after.services)}`,
  'services.import': ({ after }) => `Imported services from a file: ${toText(after.created)} new, ${toText(after.updated)} changed`,
  'services.undoImport': ({ after }) =>
    `Undid an import of services: ${toText(after.removed)} removed, ${toText(after.restored)} restored, ${toText(after.kept)} kept`,
  'payment.ask': ({ link }) => createSentence`Checked a ${link} with the provider`,
  'deposit.refund': ({ link }) => createSentence`Refunded a deposit ${link}`,
  'coupon.make': ({ after }) => createSentence`Created coupon ${<Coupon code={toText(after.code)} />}`,
  'coupon.end': () => 'Ended a coupon',
  'desk.logIn': ({ after }) => (after.by === 'passkey' ? 'Logged in with a passkey' : 'Logged in'),
  'desk.logInRefused': ({ after }) => `Failed to log in: ${logInErrors[toText(after.reason)] ?? 'refused'}${formatTries(after.tries)}`,
  'desk.join': () => 'Joined the desk',
  'desk.confirm': () => 'Confirmed their identity',
  'desk.changePassword': () => 'Changed their password',
  'desk.rename': ({ before, after }) => `Changed their name from ${toText(before.name)} to ${toText(after.name)}`,
  'desk.askEmail': () => 'Asked to change their email',
  'desk.changeEmail': () => 'Changed their email',
  'desk.endSessions': () => 'Logged other devices out',
  'desk.askReset': () => 'Was mailed a link for a new password',
  'desk.resetPassword': () => 'Set a new password by a mailed link',
  'passkey.add': ({ after }) => `Added passkey “${toText(after.passkey)}”`,
  'passkey.remove': ({ before }) => `Removed passkey “${toText(before.passkey)}”`,
  'team.invite': ({ after }) => `Invited ${toText(after.email)} as ${toText(after.role)}`,
  'team.resendInvitation': ({ link }) => createSentence`Sent ${link} a new invitation link`,
  'team.changeRole': ({ link, before, after }) =>
    createSentence`Changed the role of ${link} from ${toText(before.role)} to ${toText(after.role)}`,
  'role.create': ({ after }) => `Made the role “${toText(after.name)}”`,
  'role.change': ({ after }) => `Changed the role “${toText(after.name)}”`,
  'role.remove': ({ before }) => `Removed the role “${toText(before.name)}”`,
  'team.end': ({ link }) => createSentence`Ended the access of ${link}`,
  'chatWebhook.add': ({ after }) => `Added chat webhook “${toText(after.name)}”`,
  'chatWebhook.change': ({ after }) => `Changed chat webhook “${toText(after.name)}”${after.hasNewAddress ? ', with a new address' : ''}`,
  'connection.save': ({ about, after }) => `Set up ${connectionNames[about] ?? about}: ${toText(after.hint)}`,
  'connection.try': ({ about, after }) => `Tried ${connectionNames[about] ?? about}: ${toText(after.hint)}`,
  'connection.remove': ({ about }) => `Removed ${connectionNames[about] ?? about}`,
  'chatWebhook.remove': ({ before }) => `Removed chat webhook “${toText(before.name)}”`,
  'key.create': ({ after }) => `Created API key “${toText(after.name)}”`,
  'key.rotate': ({ before }) => `Rotated API key “${toText(before.name)}”`,
  'key.revoke': ({ before }) => `Revoked API key “${toText(before.name)}”`,
  'automation.save': ({ before, after }) => `${before.name ? 'Changed' : 'Created'} automation “${toText(after.name)}”`,
  'automation.turnOn': ({ after }) => `Turned automation “${toText(after.name)}” on`,
  'automation.turnOff': ({ after }) => `Turned automation “${toText(after.name)}” off`,
  'automation.remove': ({ before }) => `Removed automation “${toText(before.name)}”`,
  'automation.mail': ({ link }) => createSentence`Emailed a saved reply to ${link}`,
  'automation.chat': () => 'Posted to a chat',
  'automation.webhook': () => 'Sent a webhook',
  'webhook.add': ({ after }) => `Added a webhook to ${toText(after.host)}`,
  'webhook.remove': ({ before }) => `Removed the webhook to ${toText(before.host)}`,
  'webhook.redeliver': ({ after }) => `Delivered ${toText(after.queued)} webhook messages again`,
  'automation.ticket': ({ link }) => createSentence`Opened ticket ${link}`,
  'catalogue.edit': ({ link, after }) => createSentence`Published version ${toText(after.version)} of ${link}`,
  'brand.edit': ({ after }) => `Published version ${toText(after.version)} of the brand`,
  'mail.edit': ({ link, after }) => createSentence`Published version ${toText(after.version)} of ${link}`,
  'content.edit': ({ about, after }) => `Published version ${toText(after.version)} of ${contentNames[about] ?? about}`,
  'policy.edit': ({ link, after }) => createSentence`Published version ${toText(after.version)} of ${link}`,
  'settings.edit': ({ link, after }) => createSentence`Published version ${toText(after.version)} of ${link}`,
  'shop.try': ({ about, after }) => `Checked set-up step “${stepNames[about] ?? about}”: ${after.ok === true ? 'passed' : 'failed'}`,
  'troubles.retry': ({ after }) => (after.count === 1 ? 'Retried a failure' : `Retried ${toText(after.count)} failures`),
  'work.edit': ({ link }) => createSentence`Changed what ${link} takes, the capacity or the days off`,
  'customer.setMaker': ({ link, after }) =>
    after.maker ? createSentence`Set the maker of ${link}` : createSentence`Removed the maker of ${link}`,
  'customer.briefFor': ({ link, after }) =>
    after.action === 'brief'
      ? createSentence`Submitted a brief for the customer of ${link}`
      : createSentence`Corrected a brief for the customer of ${link}`,
  'customer.uploadFor': ({ link }) => createSentence`Uploaded a file for the customer of ${link}`,
  'customer.reviseFor': ({ link }) => createSentence`Requested changes for the customer of ${link}`,
  'customer.acceptFor': ({ link }) => createSentence`Accepted a delivery for the customer of ${link}`,
  'piece.take': ({ link }) => createSentence`Took ${link}`,
  'piece.release': ({ link }) => createSentence`Returned ${link} to the queue`,
  'piece.assign': ({ link, after }) =>
    after.makerName ? createSentence`Assigned ${link} to ${toText(after.makerName)}` : createSentence`Returned ${link} to the queue`,
  'piece.move': ({ link, before, after }) => createSentence`Moved ${link} from ${toText(before.stage)} to ${toText(after.stage)}`,
  'piece.setDue': ({ link }) => createSentence`Changed the due date of ${link}`,
  'piece.say': ({ link }) => createSentence`Wrote to the customer about ${link}`,
  'piece.note': ({ link, after }) =>
    Array.isArray(after.mentions)
      ? createSentence`Added a note for ${after.mentions.join(', ')} to ${link}`
      : createSentence`Added a note to ${link}`,
  'piece.deliver': ({ link }) => createSentence`Delivered ${link}`,
  'piece.submit': ({ link }) => createSentence`Submitted ${link} for approval`,
  'piece.approve': ({ link }) => createSentence`Approved and delivered ${link}`,
  'piece.return': ({ link, after }) => createSentence`Returned ${link} to ${toText(after.to)}`,
  'piece.takeBack': ({ link }) => createSentence`Took ${link} back from approval`,
  'piece.removeFile': ({ link }) => createSentence`Removed a file from ${link}`,
  'piece.releaseBrief': ({ link }) => createSentence`Released the brief of ${link}`,
  'piece.refuseBrief': ({ link }) => createSentence`Refused the brief of ${link} and refunded it`,
  'ticket.answer': ({ link }) => createSentence`Replied to ticket ${link}`,
  'ticket.note': ({ link }) => createSentence`Added a note to ticket ${link}`,
  'ticket.assign': ({ link, after }) =>
    after.assigned ? createSentence`Assigned ticket ${link} to ${toText(after.assigned)}` : createSentence`Unassigned ticket ${link}`,
  'ticket.wait': ({ link }) => createSentence`Snoozed ticket ${link}`,
  'ticket.reopen': ({ link }) => createSentence`Reopened ticket ${link}`,
  'ticket.close': ({ link }) => createSentence`Closed ticket ${link}`,
  'ticket.link': ({ link, after }) =>
    after.orderNumber
      ? createSentence`Linked ticket ${link} to order ${toText(after.orderNumber)}`
      : createSentence`Unlinked ticket ${link} from its order`,
};

const logInErrors: Readonly<Record<string, string>> = { password: 'wrong password', code: 'wrong code', email: 'unknown email' };
const connectionNames: Readonly<Record<string, string>> = { mail: 'the mail server', payments: 'the payment provider' };
const contentNames: Readonly<Record<string, string>> = {
  home: 'the home page',
  faq: 'the questions',
  menus: 'the menus',
  company: 'the company',
};
const settingNames: Readonly<Record<string, string>> = { money: 'deposit' };
const stepNames: Readonly<Record<string, string>> = {
  seller: 'Your company',
  tax: 'Tax',
  mail: 'Email',
  payments: 'Payments',
  policies: 'Policies',
  secondFactor: 'Two-step log-in',
  backup: 'Backup',
  address: 'Addresses',
};

/** Only the names of filters are recorded. */
const filterText = (filters: unknown): string =>
  Array.isArray(filters) && filters.length > 0 ? `, filtered by ${filters.map((name) => filterNames[name] ?? name).join(', ')}` : '';
const filterNames: Readonly<Record<string, string>> = { q: 'text', until: 'to' };

const toText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const formatTries = (tries: unknown): string => (typeof tries === 'number' && tries > 1 ? `, ${tries} times` : '');
const formatAmount = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'number' ? showMoney({ amount, currency: currency as CurrencyNumber }, 'en') : '';

/** An order's refund goes to up to three places. */
function formatRefund({ after, currency }: Entry): string {
  const parts = [after.toSource, after.toCash, after.toPromo, after.toClaim].map((part) => (typeof part === 'number' ? part : 0));
  const sum = parts.reduce((all, part) => all + part, 0);
  return sum > 0 ? formatAmount(sum, currency) : '';
}

const Coupon = ({ code }: { readonly code: string }) => (
  <Link to="/coupons" search={{ code }}>
    {code}
  </Link>
);

type SentenceProps = {
  readonly line: AuditLine;
  /** Name of an operator by id. */
  readonly operatorName: (id: string) => string;
};

export function AuditSentence({ line, operatorName }: SentenceProps) {
  const { act, about } = line;
  const [before, after] = [toFacts(line.before), toFacts(line.after)];
  const link = <SubjectLink line={line} before={before} operatorName={operatorName} />;
  const sentence = sentences[act];
  return <>{sentence ? sentence({ link, about, before, after, currency: line.currency }) : <>Changed {link}</>}</>;
}

const toFacts = (value: unknown): Facts => (value !== null && typeof value === 'object' ? { ...value } : {});

/** The page of what a line is about, and what its link says if the line has no label. */
const subjects: Readonly<
  Record<string, readonly [path: LinkProps['to'], text: (line: Pick<AuditLine, 'about' | 'label'>, before: Facts) => string]>
> = {
  quote: ['/quotes/$id', ({ label }) => label ?? 'a quote'],
  order: ['/orders/$id', ({ label }) => label ?? 'an order'],
  customer: ['/customers/$id', ({ label }) => label ?? 'a closed account'],
  payment: ['/payments/$id', () => 'payment'],
  piece: ['/queue/$id', (_, before) => toText(before.number) || 'a piece'],
  ticket: ['/tickets/$id', ({ about }) => about],
  mail: ['/mails/$id', ({ about }) => `the email “${about}”`],
  policy: ['/policies/$id', ({ about }) => `the ${about} policy`],
  setting: ['/settings/$id', ({ about }) => `the ${settingNames[about] ?? about} settings`],
  catalogue: ['/catalogue/$id', ({ about }) => formatFileTitle(about)],
};

function SubjectLink({ line, before, operatorName }: SentenceProps & { readonly before: Facts }) {
  const [path, describe] = subjects[line.kind] ?? [];
  if (!path) return line.kind === 'operator' ? operatorName(line.about) : line.kind;
  return (
    <Link to={path} params={{ id: line.about }}>
      {describe?.(line, before)}
    </Link>
  );
}

/** "logo-design.yaml" is the service Logo design. */
const formatFileTitle = (file: string): string =>
  file === 'common.yaml'
    ? 'Shared settings'
    : file
        .replace(/\.yaml$/, '')
        .replaceAll('-', ' ')
        .replace(/^./, (first) => first.toUpperCase());
