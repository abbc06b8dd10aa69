// An entry of the audit log as a sentence, with a link to what it is about.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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

const sentences: Readonly<Record<string, Sentence>> = {
  'order.cancel': (entry) => (
    <>
      Cancelled order {entry.link}
      {refunded(entry) ? `, refunding ${refunded(entry)}` : ''}
    </>
  ),
  'order.refund': (entry) => (
    <>
      Refunded {refunded(entry)} of order {entry.link}
    </>
  ),
  'order.link': ({ link }) => <>Created a payment link for order {link}</>,
  'mail.again': ({ link, after }) => (
    <>
      Resent “{mailLabel(text(after.name))}” for order {link}
    </>
  ),
  'customer.credit': ({ link, after }) => (
    <>
      Gave {link} {money(after.credit, after.currency)} of credit
    </>
  ),
  'customer.look': ({ link }) => <>Viewed the account of {link} as the customer</>,
  'customer.endSessions': ({ link }) => <>Logged {link} out everywhere</>,
  'customer.note': ({ link }) => <>Added a note about {link}</>,
  'customer.removeNote': ({ link }) => <>Deleted a note about {link}</>,
  'customer.tag': ({ link }) => <>Added a tag to {link}</>,
  'customer.untag': ({ link }) => <>Removed a tag from {link}</>,
  'list.download': ({ about, after }) => `Downloaded the list of ${about} as CSV${filterText(after.filters)}`,
  'customers.import': ({ after }) => `Imported ${text(after.created)} customers from a file`,
  'customers.undoImport': ({ after }) => `Undid an import of customers: ${text(after.removed)} removed, ${text(after.kept)} kept`,
  'shop.dismissGuide': ({ after }) => (after.isDismissed ? 'Hid the guide of the first hour' : 'Showed the guide of the first hour again'),
  'shop.endSamples': ({ after }) => `Stopped selling the services that the shop began with: ${text(after.services)}`,
  'services.import': ({ after }) => `Imported services from a file: ${text(after.created)} new, ${text(after.updated)} changed`,
  'services.undoImport': ({ after }) =>
    `Undid an import of services: ${text(after.removed)} removed, ${text(after.restored)} restored, ${text(after.kept)} kept`,
  'payment.ask': ({ link }) => <>Checked a {link} with the provider</>,
  'deposit.refund': ({ link }) => <>Refunded a deposit {link}</>,
  'coupon.make': ({ after }) => (
    <>
      Created coupon <Coupon code={text(after.code)} />
    </>
  ),
  'coupon.end': () => 'Ended a coupon',
  'desk.logIn': ({ after }) => (after.by === 'passkey' ? 'Logged in with a passkey' : 'Logged in'),
  'desk.logInRefused': ({ after }) => `Failed to log in: ${refusals[text(after.reason)] ?? 'refused'}${triesText(after.tries)}`,
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
  'team.resendInvitation': ({ link }) => <>Sent {link} a new invitation link</>,
  'team.changeRole': ({ link, before, after }) => (
    <>
      Changed the role of {link} from {text(before.role)} to {text(after.role)}
    </>
  ),
  'team.end': ({ link }) => <>Ended the access of {link}</>,
  'chatWebhook.add': ({ after }) => `Added chat webhook “${text(after.name)}”`,
  'chatWebhook.change': ({ after }) => `Changed chat webhook “${text(after.name)}”${after.hasNewAddress ? ', with a new address' : ''}`,
  'connection.save': ({ about, after }) => `Set up ${connectionNames[about] ?? about}: ${text(after.hint)}`,
  'connection.try': ({ about, after }) => `Tried ${connectionNames[about] ?? about}: ${text(after.hint)}`,
  'connection.remove': ({ about }) => `Removed ${connectionNames[about] ?? about}`,
  'chatWebhook.remove': ({ before }) => `Removed chat webhook “${text(before.name)}”`,
  'catalogue.edit': ({ link, after }) => (
    <>
      Published version {text(after.version)} of {link}
    </>
  ),
  'brand.edit': ({ after }) => `Published version ${text(after.version)} of the brand`,
  'mail.edit': ({ link, after }) => (
    <>
      Published version {text(after.version)} of {link}
    </>
  ),
  'content.edit': ({ about, after }) => `Published version ${text(after.version)} of ${contentNames[about] ?? about}`,
  'policy.edit': ({ link, after }) => (
    <>
      Published version {text(after.version)} of {link}
    </>
  ),
  'settings.edit': ({ link, after }) => (
    <>
      Published version {text(after.version)} of {link}
    </>
  ),
  'shop.try': ({ about, after }) => `Checked set-up step “${stepNames[about] ?? about}”: ${after.ok === true ? 'passed' : 'failed'}`,
  'troubles.retry': ({ after }) => (after.count === 1 ? 'Retried a failure' : `Retried ${text(after.count)} failures`),
  'piece.take': ({ link }) => <>Took {link}</>,
  'piece.release': ({ link }) => <>Returned {link} to the queue</>,
  'piece.assign': ({ link, after }) =>
    after.makerName ? (
      <>
        Assigned {link} to {text(after.makerName)}
      </>
    ) : (
      <>Returned {link} to the queue</>
    ),
  'piece.say': ({ link }) => <>Wrote to the customer about {link}</>,
  'piece.note': ({ link }) => <>Added a note to {link}</>,
  'piece.deliver': ({ link }) => <>Delivered {link}</>,
  'piece.removeFile': ({ link }) => <>Removed a file from {link}</>,
  'piece.releaseBrief': ({ link }) => <>Released the brief of {link}</>,
  'piece.refuseBrief': ({ link }) => <>Refused the brief of {link} and refunded it</>,
  'ticket.answer': ({ link }) => <>Replied to ticket {link}</>,
  'ticket.note': ({ link }) => <>Added a note to ticket {link}</>,
  'ticket.assign': ({ link, after }) =>
    after.assigned ? (
      <>
        Assigned ticket {link} to {text(after.assigned)}
      </>
    ) : (
      <>Unassigned ticket {link}</>
    ),
  'ticket.wait': ({ link }) => <>Snoozed ticket {link}</>,
  'ticket.reopen': ({ link }) => <>Reopened ticket {link}</>,
  'ticket.close': ({ link }) => <>Closed ticket {link}</>,
  'ticket.link': ({ link, after }) =>
    after.orderNumber ? (
      <>
        Linked ticket {link} to order {text(after.orderNumber)}
      </>
    ) : (
      <>Unlinked ticket {link} from its order</>
    ),
};

const refusals: Readonly<Record<string, string>> = { password: 'wrong password', code: 'wrong code', email: 'unknown email' };
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
function refunded({ after, currency }: Entry): string {
  const parts = [after.toSource, after.toCash, after.toPromo].map((part) => (typeof part === 'number' ? part : 0));
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
  const [before, after] = [factsOf(line.before), factsOf(line.after)];
  const link = <SubjectLink line={line} before={before} operatorName={operatorName} />;
  const sentence = sentences[act];
  return <>{sentence ? sentence({ link, about, before, after, currency: line.currency }) : <>Changed {link}</>}</>;
}

const factsOf = (value: unknown): Facts => (value !== null && typeof value === 'object' ? { ...value } : {});

function SubjectLink({ line: { kind, about: id, label }, before, operatorName }: SentenceProps & { readonly before: Facts }) {
  if (kind === 'order')
    return (
      <Link to="/orders/$id" params={{ id }}>
        {label ?? 'an order'}
      </Link>
    );
  if (kind === 'customer')
    return (
      <Link to="/customers/$id" params={{ id }}>
        {label ?? 'a closed account'}
      </Link>
    );
  if (kind === 'payment')
    return (
      <Link to="/payments/$id" params={{ id }}>
        payment
      </Link>
    );
  if (kind === 'piece')
    return (
      <Link to="/queue/$id" params={{ id }}>
        {text(before.number) || 'a piece'}
      </Link>
    );
  if (kind === 'ticket')
    return (
      <Link to="/tickets/$id" params={{ id }}>
        {id}
      </Link>
    );
  if (kind === 'mail')
    return (
      <Link to="/mails/$id" params={{ id }}>
        the email “{id}”
      </Link>
    );
  if (kind === 'policy')
    return (
      <Link to="/policies/$id" params={{ id }}>
        the {id} policy
      </Link>
    );
  if (kind === 'setting')
    return (
      <Link to="/settings/$id" params={{ id }}>
        the {settingNames[id] ?? id} settings
      </Link>
    );
  if (kind === 'catalogue')
    return (
      <Link to="/catalogue/$id" params={{ id }}>
        {fileTitle(id)}
      </Link>
    );
  if (kind === 'operator') return operatorName(id);
  return kind;
}

/** "logo-design.yaml" is the service Logo design. */
const fileTitle = (file: string): string =>
  file === 'common.yaml'
    ? 'Shared settings'
    : file
        .replace(/\.yaml$/, '')
        .replaceAll('-', ' ')
        .replace(/^./, (first) => first.toUpperCase());
