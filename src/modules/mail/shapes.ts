// All mails with their required values, and the types of an outgoing and a rendered mail.
import type { Locale } from '#lib/locale.ts';

type MailRow = {
  readonly values: readonly string[];
  /** Values that its text may use. A paragraph or item with one that is missing is left out. */
  readonly optional?: readonly (OptionalValue | typeof TABLE)[];
  /** Sent to an erased customer: deleted after sending, or after some days of failure. */
  readonly fleeting?: true;
  /** Contains no access link, so its values are stored and an operator can send it again. */
  readonly again?: true;
  /** Plugins may pass it on to the customer by other ways. Contains no access link. */
  readonly plugins?: true;
};

/** Values that a mail may lack. Timestamps among them are shown with their weekday. */
export const optionalValues = ['answerBy', 'reply', 'note'] as const;
type OptionalValue = (typeof optionalValues)[number];

/** A table of lines. Its placeholder is a paragraph of its own; where it is optional, it may be empty. */
export const TABLE = 'items';

/** Every mail with the values that its text in shop/mails must use. */
export const mails = {
  trial: { values: ['to', 'postedAt'] },
  // The address is not confirmed yet: these mails must not repeat typed text.
  welcome: { values: ['link'] },
  'verify-email': { values: ['link'] },
  'reset-password': { values: ['link'] },
  'login-link': { values: ['link'] },
  'moved-in': { values: ['email', 'link'] },
  'team-invitation': { values: ['by', 'team', 'role', 'link', 'until'] },
  'team-hand-over': { values: ['by', 'team', 'link', 'until'] },
  'team-handed-over': { values: ['name', 'team', 'by', 'at'] },
  'password-changed': { values: ['name', 'at'] },
  'two-factor-on': { values: ['name', 'at'] },
  'two-factor-off': { values: ['name', 'at'] },
  'passkey-added': { values: ['name', 'passkey', 'at'] },
  'passkey-removed': { values: ['name', 'passkey', 'at'] },
  'recovery-code-used': { values: ['name', 'at', 'left'] },
  'new-device': { values: ['name', 'device', 'at'] },
  'export-ready': { values: ['name', 'link'] },
  'deletion-asked': { values: ['name', 'until'] },
  'deletion-done': { values: ['name'], fleeting: true },
  'confirm-old-address': { values: ['name', 'email', 'link'] },
  'confirm-new-address': { values: ['link'] },
  'address-taken': { values: ['name'] },
  'email-changed': { values: ['name', 'email', 'at'] },
  'order-paid': {
    values: ['name', 'what', 'items', 'paid', 'todo', 'page', 'invoice'],
    optional: ['reply'],
    again: true,
    plugins: true,
  },
  'order-to-pay': { values: ['name', 'what', 'amount', 'items', 'link', 'until'], optional: ['note'] },
  'invoice-reminder': { values: ['name', 'what', 'number', 'message', 'items', 'on', 'link'] },
  quote: { values: ['name', 'number', 'what', 'amount', 'items', 'link', 'until'], optional: ['note'] },
  'quote-reminder': { values: ['name', 'number', 'what', 'amount', 'items', 'link', 'until'] },
  'quote-accepted': { values: ['name', 'number', 'amount', 'items', 'link', 'at', 'withdrawal', 'terms', 'version'] },
  'document-copy': { values: ['team', 'number', 'amount', 'link'] },
  invoice: { values: ['name', 'number', 'amount', 'on', 'reference', 'link'] },
  'order-cancelled': { values: ['name', 'what', 'numbers', 'amount'], again: true, plugins: true },
  'brief-refused': { values: ['name', 'what', 'numbers', 'amount'], again: true, plugins: true },
  'part-given-back': { values: ['name', 'what', 'number', 'amount'], again: true, plugins: true },
  'order-given-up': { values: ['name', 'what', 'numbers'], again: true, plugins: true },
  'order-ended': { values: ['name', 'what', 'numbers'], again: true, plugins: true },
  'renewal-reminder': { values: ['name', 'bundle', 'price', 'on'], plugins: true },
  'renewal-due': { values: ['name', 'bundle', 'price', 'number', 'link', 'until'] },
  'renewal-failed': { values: ['name', 'bundle', 'price', 'number', 'why', 'next', 'link'] },
  'price-change': { values: ['name', 'bundle', 'before', 'after', 'on', 'without', 'link'] },
  'subscription-ended': { values: ['name', 'bundle', 'why'], plugins: true },
  'deposit-paid': { values: ['name', 'amount', 'price', 'at'], again: true, plugins: true },
  'deposit-back': { values: ['name', 'amount', 'credit'], again: true },
  withdrawal: { values: ['name', 'what', 'number', 'at', 'charged', 'how', 'back', 'ways'], again: true },
  'withdrawal-desk': { values: ['name', 'email', 'what', 'number', 'at', 'charged', 'how', 'back', 'ways', 'reason'] },
  'refund-sent': { values: ['name', 'what', 'number', 'amount'], again: true, plugins: true },
  'refund-kept': { values: ['name', 'amount'], again: true },
  'gift-given': { values: ['name', 'amount'], again: true },
  'money-kept': { values: ['name', 'amount'], again: true },
  'desk-invitation': { values: ['name', 'by', 'link', 'hours'] },
  'staff-notices': { values: ['what', 'items', 'link', 'settings'] },
  'desk-confirm-email': { values: ['link', 'hours'] },
  'desk-email-changed': { values: ['name', 'email', 'at'] },
  'desk-reset-password': { values: ['link', 'minutes'] },
  'desk-password-changed': { values: ['name', 'at'] },
  'desk-passkey-added': { values: ['name', 'passkey', 'at'] },
  'desk-passkey-removed': { values: ['name', 'passkey', 'at'] },
  'piece-delivered': { values: ['name', 'number', 'what', 'until'], optional: ['items', 'reply'], plugins: true },
  'piece-by-hand': { values: ['name', 'number', 'what', 'until'], optional: ['reply'], plugins: true },
  'report-delivered': { values: ['name', 'number', 'what'], optional: ['items', 'reply'], plugins: true },
  'piece-message': { values: ['name', 'number', 'what', 'message'], optional: ['reply'], plugins: true },
  'piece-question': { values: ['name', 'number', 'what', 'message'], optional: ['reply'], plugins: true },
  'shop-message': { values: ['name', 'message'], again: true },
  'accept-soon': { values: ['name', 'number', 'what', 'until'], optional: ['reply'], plugins: true },
  'withdrawal-received': { values: ['name', 'email', 'number', 'at'] },
  'cancellation-received': { values: ['name', 'email', 'number', 'at', 'how', 'end'] },
  'ticket-confirmation': { values: ['number', 'name', 'message'], optional: ['answerBy'] },
  'ticket-received': { values: ['number', 'link'], optional: ['answerBy'] },
  'ticket-answer': { values: ['number', 'name', 'operator', 'message', 'link'] },
  'ticket-link': { values: ['number', 'link'] },
  'ticket-desk': { values: ['number', 'name', 'email', 'message'] },
} as const satisfies Readonly<Record<string, MailRow>>;

/** Timestamps in ISO format, shown in the reader's language: with the time, or as a day. */
export const momentValues: readonly string[] = ['at', 'until', 'postedAt'];
export const dayValues: readonly string[] = ['on'];
/** The footer of every mail, also a text of shop/mails. */
export const FOOTER = 'footer';

/** A text of shop/mails: a mail, or the footer. */
export type MailTextName = MailName | typeof FOOTER;
export const mailFile = (name: MailTextName, locale: Locale): string => `${name}.${locale}.md`;

/** Values available to every text. */
export const shopValues = ['brand', 'company', 'supportEmail', 'shopUrl'] as const;
export type ShopValues = Readonly<Record<(typeof shopValues)[number], string>>;

/** A line of a mail's table: what was bought, details below it, and an amount. */
export type MailLine = {
  readonly name: string;
  readonly about?: readonly string[];
  /** May be empty. */
  readonly amount: string;
  readonly isTotal?: boolean;
  /** Of the name: an address of the shop or the desk, or a delivered link. */
  readonly link?: string;
};
export type MailValue = string | readonly MailLine[];

export type MailName = keyof typeof mails;
export const mailNames = Object.keys(mails) as readonly MailName[];
export const mailTextNames: readonly MailTextName[] = [...mailNames, FOOTER];
export const isMailName = (name: string): name is MailName => Object.hasOwn(mails, name);
export const isFleeting = (name: MailName): boolean => 'fleeting' in mails[name];
export const listOptional = (name: MailName): readonly string[] => {
  const row: MailRow = mails[name];
  return row.optional ?? [];
};
export const isAgain = (name: MailName): boolean => 'again' in mails[name];
export const fleetingNames: readonly MailName[] = mailNames.filter(isFleeting);

export type PluginMail = { [Name in MailName]: (typeof mails)[Name] extends { readonly plugins: true } ? Name : never }[MailName];
export const isForPlugins = (name: string): name is PluginMail => isMailName(name) && 'plugins' in mails[name];

/** A mail to a customer, as plugins get it. */
export type CustomerNotice = {
  /** The same if it comes again. */
  readonly id: string;
  readonly event: PluginMail;
  /** ISO 8601. */
  readonly at: string;
  readonly email: string;
  readonly locale: Locale;
  /** What the mail says, by the names of its text in shop/mails. Its tables are left out. */
  readonly values: Readonly<Record<string, string>>;
};

type ValueType<Name> = Name extends typeof TABLE ? readonly MailLine[] : string;
type ValueName<Name extends MailName> = (typeof mails)[Name]['values'][number];
type MailValuesByName<Name extends MailName> = {
  readonly [Value in ValueName<Name>]: ValueType<Value>;
} & ((typeof mails)[Name] extends {
  readonly optional: readonly (infer Value extends string)[];
}
  ? { readonly [Optional in Value]?: ValueType<Optional> }
  : unknown);

/** A mail to send: one recipient, in their language. */
export type OutgoingMail = {
  readonly [Name in MailName]: {
    readonly to: string;
    readonly locale: Locale;
    readonly mail: Name;
    readonly values: MailValuesByName<Name>;
    /** Reference for later searches, such as an order number. */
    readonly reference?: string;
    /** Reply-To address, if it is not the sender. */
    readonly replyTo?: string;
  };
}[MailName];

/** A mail ready to send. The messageId is the same for all retries, so that duplicates can be recognized. */
export type RenderedMail = {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly locale: Locale;
};

/** Delivers mails: the SMTP server, or the sandbox mailbox outside production. */
export type MailTransport = { send(letter: RenderedMail, signal: AbortSignal): Promise<void> };

/**
 * Who outside the shop's own code receives notices: plugins. Each notice is a job for each of them, so that
 * none waits for another.
 */
export type NoticeListeners<Notice> = {
  readonly names: readonly string[];
  /** Throws if the listener failed or gave no answer in time; then the job is retried. */
  readonly send: (name: string, notice: Notice, signal: AbortSignal) => Promise<void>;
};

export const noListeners: NoticeListeners<unknown> = { names: [], send: () => Promise.resolve() };
