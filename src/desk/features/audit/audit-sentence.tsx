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
const say = (texts: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode =>
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
  'order.cancel': (entry) => say`Cancelled order ${entry.link}${formatRefund(entry) ? `, refunding ${formatRefund(entry)}` : ''}`,
  'order.refund': (entry) => say`Refunded ${formatRefund(entry)} of order ${entry.link}`,
  'order.cancelUnit': (entry) => say`Cancelled piece ${text(entry.before.piece)} of order ${entry.link}, refunding ${formatRefund(entry)}`,
  'order.create': ({ link, after }) =>
    say`Created order ${link} for ${money(after.price, after.currency)}, ${payWays[text(after.pay)] ?? ''}`,
  'invoice.create': ({ link, after }) => say`Invoiced order ${link} for ${money(after.price, after.currency)}`,
  'invoice.credit': ({ link, after, currency }) => say`Credited ${money(after.amount, currency)} of order ${link}: ${text(after.number)}`,
  'invoice.correct': ({ link, after }) =>
    say`Corrected the buyer on an invoice of ${link}: ${text(after.creditNote)}, ${text(after.number)}`,
  'invoice.openSeries': ({ after }) => `Let the numbers of invoices begin with ${text(after.number)}`,
  'invoice.rest': ({ link, after, currency }) => say`Invoiced the rest of order ${link}: ${money(after.total, currency)}`,
  'quote.create': ({ link, after }) => say`Sent ${text(after.number)}: ${link}`,
  'quote.revise': ({ link, after }) => say`Sent version ${text(after.version)} of ${link}`,
  'quote.withdraw': ({ link }) => say`Withdrew ${link}`,
  'claim.settle': ({ link, after, currency }) => say`Settled ${money(after.settled, currency)} of the invoice of order ${link}`,
  'claim.undo': ({ link, after, currency }) => say`Undid a settlement of ${money(after.settled, currency)} of order ${link}`,
  'bank.import': ({ after }) => `Read a bank statement: ${text(after.matched)} settled, ${text(after.unmatched)} not matched`,
  'balance.payOut': ({ link, after }) => say`Paid ${money(after.amount, after.currency)} out to ${link}`,
  'agreement.create': ({ link }) => say`Recorded that ${link} may be charged from the balance`,
  'subscription.act': ({ link, after }) => say`${subscriptionActs[text(after.act)] ?? 'Changed'} the subscription of ${link}`,
  'subscription.price': ({ link, before, after }) =>
    say`Asked ${link} to pay ${money(after.price, after.currency)} instead of ${money(before.price, before.currency)} a month`,
  'link.revoke': () => 'Revoked an open link',
  'order.link': ({ link }) => say`Created a payment link for order ${link}`,
  'mail.again': ({ link, after }) => say`Resent “${mailLabel(text(after.name))}” for order ${link}`,
  'customer.credit': ({ link, after }) => say`Gave ${link} ${money(after.credit, after.currency)} of credit`,
  'customer.discount': ({ link, after }) => say`Set the discount of ${link} to ${text(after.percent)}%`,
  'customer.block': ({ link }) => say`Blocked ${link}`,
  'customer.unblock': ({ link }) => say`Unblocked ${link}`,
  'customer.look': ({ link }) => say`Viewed the account of ${link} as the customer`,
  'customer.endMember': ({ link }) => say`Took a member out of the team of ${link}`,
  'customer.endSessions': ({ link }) => say`Logged ${link} out everywhere`,
  'customer.note': ({ link }) => say`Added a note about ${link}`,
  'customer.removeNote': ({ link }) => say`Deleted a note about ${link}`,
  'customer.tag': ({ link }) => say`Added a tag to ${link}`,
  'customer.untag': ({ link }) => say`Removed a tag from ${link}`,
  'books.download': ({ about }) => `Downloaded the books of ${about}`,
  'list.download': ({ about, after }) => `Downloaded the list of ${about} as CSV${filterText(after.filters)}`,
  'customers.import': ({ after }) => `Imported ${text(after.created)} customers from a file`,
  'customers.undoImport': ({ after }) => `Undid an import of customers: ${text(after.removed)} removed, ${text(after.kept)} kept`,
  'moving.run': () => 'Started a move from another system',
  'moving.undo': ({ after }) => `Undid a move: ${text(after.clients)} customers removed, ${text(after.kept)} kept`,
  'moving.invite': ({ after }) => `Invited ${text(after.invited)} customers of a move`,
  'shop.dismissGuide': ({ after }) => (after.isDismissed ? 'Hid the guide of the first hour' : 'Showed the guide of the first hour again'),
  'shop.endSamples': ({ after }) => `Stopped selling the services that the shop began with: ${text(after.services)}`,
  'services.import': ({ after }) => `Imported services from a file: ${text(after.created)} new, ${text(after.updated)} changed`,
  'services.undoImport': ({ after }) =>
    `Undid an import of services: ${text(after.removed)} removed, ${text(after.restored)} restored, ${text(after.kept)} kept`,
  'payment.ask': ({ link }) => say`Checked a ${link} with the provider`,
  'deposit.refund': ({ link }) => say`Refunded a deposit ${link}`,
  'coupon.make': ({ after }) => say`Created coupon ${<Coupon code={text(after.code)} />}`,
  'coupon.end': () => 'Ended a coupon',
  'desk.logIn': ({ after }) => (after.by === 'passkey' ? 'Logged in with a passkey' : 'Logged in'),
  'desk.logInRefused': ({ after }) => `Failed to log in: ${logInErrors[text(after.reason)] ?? 'refused'}${triesText(after.tries)}`,
  'desk.join': () => 'Joined the desk',
  'desk.confirm': () => 'Confirmed their identity',
  'desk.changePassword': () => 'Changed their password',
  'desk.rename': ({ before, after }) => `Changed their name from ${text(before.name)} to ${text(after.name)}`,
  'desk.askEmail': () => 'Asked to change their email',
  'desk.changeEmail': () => 'Changed their email',
  'desk.endSessions': () => 'Logged other devices out',
  'desk.askReset': () => 'Was mailed a link for a new password',
  'desk.resetPassword': () => 'Set a new password by a mailed link',
  'passkey.add': ({ after }) => `Added passkey “${text(after.passkey)}”`,
  'passkey.remove': ({ before }) => `Removed passkey “${text(before.passkey)}”`,
  'team.invite': ({ after }) => `Invited ${text(after.email)} as ${text(after.role)}`,
  'team.resendInvitation': ({ link }) => say`Sent ${link} a new invitation link`,
  'team.changeRole': ({ link, before, after }) => say`Changed the role of ${link} from ${text(before.role)} to ${text(after.role)}`,
  'role.create': ({ after }) => `Made the role “${text(after.name)}”`,
  'role.change': ({ after }) => `Changed the role “${text(after.name)}”`,
  'role.remove': ({ before }) => `Removed the role “${text(before.name)}”`,
  'team.end': ({ link }) => say`Ended the access of ${link}`,
  'chatWebhook.add': ({ after }) => `Added chat webhook “${text(after.name)}”`,
  'chatWebhook.change': ({ after }) => `Changed chat webhook “${text(after.name)}”${after.hasNewAddress ? ', with a new address' : ''}`,
  'connection.save': ({ about, after }) => `Set up ${connectionNames[about] ?? about}: ${text(after.hint)}`,
  'connection.try': ({ about, after }) => `Tried ${connectionNames[about] ?? about}: ${text(after.hint)}`,
  'connection.remove': ({ about }) => `Removed ${connectionNames[about] ?? about}`,
  'chatWebhook.remove': ({ before }) => `Removed chat webhook “${text(before.name)}”`,
  'key.create': ({ after }) => `Created API key “${text(after.name)}”`,
  'key.rotate': ({ before }) => `Rotated API key “${text(before.name)}”`,
  'key.revoke': ({ before }) => `Revoked API key “${text(before.name)}”`,
  'automation.save': ({ before, after }) => `${before.name ? 'Changed' : 'Created'} automation “${text(after.name)}”`,
  'automation.turnOn': ({ after }) => `Turned automation “${text(after.name)}” on`,
  'automation.turnOff': ({ after }) => `Turned automation “${text(after.name)}” off`,
  'automation.remove': ({ before }) => `Removed automation “${text(before.name)}”`,
  'automation.mail': ({ link }) => say`Emailed a saved reply to ${link}`,
  'automation.chat': () => 'Posted to a chat',
  'automation.webhook': () => 'Sent a webhook',
  'webhook.add': ({ after }) => `Added a webhook to ${text(after.host)}`,
  'webhook.remove': ({ before }) => `Removed the webhook to ${text(before.host)}`,
  'webhook.redeliver': ({ after }) => `Delivered ${text(after.queued)} webhook messages again`,
  'automation.ticket': ({ link }) => say`Opened ticket ${link}`,
  'catalogue.edit': ({ link, after }) => say`Published version ${text(after.version)} of ${link}`,
  'brand.edit': ({ after }) => `Published version ${text(after.version)} of the brand`,
  'mail.edit': ({ link, after }) => say`Published version ${text(after.version)} of ${link}`,
  'content.edit': ({ about, after }) => `Published version ${text(after.version)} of ${contentNames[about] ?? about}`,
  'policy.edit': ({ link, after }) => say`Published version ${text(after.version)} of ${link}`,
  'settings.edit': ({ link, after }) => say`Published version ${text(after.version)} of ${link}`,
  'shop.try': ({ about, after }) => `Checked set-up step “${stepNames[about] ?? about}”: ${after.ok === true ? 'passed' : 'failed'}`,
  'troubles.retry': ({ after }) => (after.count === 1 ? 'Retried a failure' : `Retried ${text(after.count)} failures`),
  'work.edit': ({ link }) => say`Changed what ${link} takes, the capacity or the days off`,
  'customer.setMaker': ({ link, after }) => (after.maker ? say`Set the maker of ${link}` : say`Removed the maker of ${link}`),
  'customer.briefFor': ({ link, after }) =>
    after.action === 'brief' ? say`Submitted a brief for the customer of ${link}` : say`Corrected a brief for the customer of ${link}`,
  'customer.uploadFor': ({ link }) => say`Uploaded a file for the customer of ${link}`,
  'customer.reviseFor': ({ link }) => say`Requested changes for the customer of ${link}`,
  'customer.acceptFor': ({ link }) => say`Accepted a delivery for the customer of ${link}`,
  'piece.take': ({ link }) => say`Took ${link}`,
  'piece.release': ({ link }) => say`Returned ${link} to the queue`,
  'piece.assign': ({ link, after }) =>
    after.makerName ? say`Assigned ${link} to ${text(after.makerName)}` : say`Returned ${link} to the queue`,
  'piece.move': ({ link, before, after }) => say`Moved ${link} from ${text(before.stage)} to ${text(after.stage)}`,
  'piece.setDue': ({ link }) => say`Changed the due date of ${link}`,
  'piece.say': ({ link }) => say`Wrote to the customer about ${link}`,
  'piece.note': ({ link, after }) =>
    Array.isArray(after.mentions) ? say`Added a note for ${after.mentions.join(', ')} to ${link}` : say`Added a note to ${link}`,
  'piece.deliver': ({ link }) => say`Delivered ${link}`,
  'piece.submit': ({ link }) => say`Submitted ${link} for approval`,
  'piece.approve': ({ link }) => say`Approved and delivered ${link}`,
  'piece.return': ({ link, after }) => say`Returned ${link} to ${text(after.to)}`,
  'piece.takeBack': ({ link }) => say`Took ${link} back from approval`,
  'piece.removeFile': ({ link }) => say`Removed a file from ${link}`,
  'piece.releaseBrief': ({ link }) => say`Released the brief of ${link}`,
  'piece.refuseBrief': ({ link }) => say`Refused the brief of ${link} and refunded it`,
  'ticket.answer': ({ link }) => say`Replied to ticket ${link}`,
  'ticket.note': ({ link }) => say`Added a note to ticket ${link}`,
  'ticket.assign': ({ link, after }) =>
    after.assigned ? say`Assigned ticket ${link} to ${text(after.assigned)}` : say`Unassigned ticket ${link}`,
  'ticket.wait': ({ link }) => say`Snoozed ticket ${link}`,
  'ticket.reopen': ({ link }) => say`Reopened ticket ${link}`,
  'ticket.close': ({ link }) => say`Closed ticket ${link}`,
  'ticket.link': ({ link, after }) =>
    after.orderNumber ? say`Linked ticket ${link} to order ${text(after.orderNumber)}` : say`Unlinked ticket ${link} from its order`,
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

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const triesText = (tries: unknown): string => (typeof tries === 'number' && tries > 1 ? `, ${tries} times` : '');
const money = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'number' ? showMoney({ amount, currency: currency as CurrencyNumber }, 'en') : '';

/** An order's refund goes to up to three places. */
function formatRefund({ after, currency }: Entry): string {
  const parts = [after.toSource, after.toCash, after.toPromo, after.toClaim].map((part) => (typeof part === 'number' ? part : 0));
  const sum = parts.reduce((all, part) => all + part, 0);
  return sum > 0 ? money(sum, currency) : '';
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
  piece: ['/queue/$id', (_, before) => text(before.number) || 'a piece'],
  ticket: ['/tickets/$id', ({ about }) => about],
  mail: ['/mails/$id', ({ about }) => `the email “${about}”`],
  policy: ['/policies/$id', ({ about }) => `the ${about} policy`],
  setting: ['/settings/$id', ({ about }) => `the ${settingNames[about] ?? about} settings`],
  catalogue: ['/catalogue/$id', ({ about }) => fileTitle(about)],
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
const fileTitle = (file: string): string =>
  file === 'common.yaml'
    ? 'Shared settings'
    : file
        .replace(/\.yaml$/, '')
        .replaceAll('-', ' ')
        .replace(/^./, (first) => first.toUpperCase());
