// What an automation can begin with, ask for and do: the tables of events, fields and actions. Pure, and
// apart from the shapes, so that the app need not load the validation.
import type { EventType } from '#modules/events/shapes.ts';
import type { Permission } from '#modules/staff/shapes-roles.ts';

/** What an event is about, which decides what can be done. */
export type EventAbout = 'order' | 'ticket' | 'client';

/** `amount`: in minor units of the event's currency. `list`: any of several words, separated by commas. */
type FieldKind = 'service' | 'platform' | 'currency' | 'language' | 'from' | 'yesNo' | 'number' | 'amount' | 'list';

export const eventFields = {
  service: { label: 'Service', kind: 'service' },
  quantity: { label: 'Quantity', kind: 'number' },
  price: { label: 'Price of the order', kind: 'amount' },
  amount: { label: 'Amount', kind: 'amount' },
  currency: { label: 'Currency', kind: 'currency' },
  platform: { label: 'Platform', kind: 'platform' },
  isFirst: { label: 'First purchase of the client', kind: 'yesNo' },
  isMonthly: { label: 'Monthly', kind: 'yesNo' },
  isPaid: { label: 'Was paid', kind: 'yesNo' },
  isClient: { label: 'From a customer with an account', kind: 'yesNo' },
  from: { label: 'Written by', kind: 'from' },
  version: { label: 'Version of the delivery', kind: 'number' },
  country: { label: 'Country of the client', kind: 'list' },
  language: { label: 'Language of the client', kind: 'language' },
  /** Not in the event: as the client is tagged when the automation runs. */
  tags: { label: 'Tags of the client', kind: 'list' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly kind: FieldKind }>>;
export type FieldName = keyof typeof eventFields;
export const fieldNames = Object.keys(eventFields) as readonly FieldName[];

const clientFields = ['country', 'language', 'tags'] as const;
const orderFields = ['service', 'quantity', 'price', 'currency', 'platform', 'isFirst', 'isMonthly', ...clientFields] as const;
const ticketFields = ['isClient', ...clientFields] as const;
const moneyFields = ['amount', 'currency', ...clientFields] as const;

type EventRow = { readonly label: string; readonly about: EventAbout; readonly fields: readonly FieldName[] };

/** The events that the shop announces. */
export const eventRows = {
  'order.created': { label: 'An order is placed', about: 'order', fields: orderFields },
  'order.paid': { label: 'An order is paid', about: 'order', fields: orderFields },
  'order.started': { label: 'Work on an order begins', about: 'order', fields: orderFields },
  'piece.delivered': { label: 'A piece is delivered', about: 'order', fields: ['version', ...orderFields] },
  'order.delivered': { label: 'An order is delivered', about: 'order', fields: orderFields },
  'order.revision_requested': { label: 'A client asks for changes', about: 'order', fields: orderFields },
  'order.accepted': { label: 'An order is accepted', about: 'order', fields: orderFields },
  'order.cancelled': { label: 'An order is cancelled', about: 'order', fields: ['isPaid', ...orderFields] },
  'order.refunded': { label: 'An order is refunded', about: 'order', fields: ['amount', ...orderFields] },
  'message.created': { label: 'A message about a piece is written', about: 'order', fields: ['from', ...orderFields] },
  'ticket.created': { label: 'A ticket is opened', about: 'ticket', fields: ticketFields },
  'ticket.answered': { label: 'The team answers a ticket', about: 'ticket', fields: ticketFields },
  'client.created': { label: 'A client registers', about: 'client', fields: clientFields },
  'invoice.issued': { label: 'An invoice is issued', about: 'client', fields: moneyFields },
  'invoice.paid': { label: 'An invoice is paid', about: 'client', fields: moneyFields },
  'invoice.overdue': { label: 'An invoice is overdue', about: 'client', fields: moneyFields },
  'quote.accepted': { label: 'A quote is accepted', about: 'client', fields: moneyFields },
  'quote.declined': { label: 'A quote is declined', about: 'client', fields: ['currency', ...clientFields] },
  'payment.failed': { label: 'A payment is declined', about: 'client', fields: moneyFields },
  'payment.disputed': { label: 'A payment is disputed', about: 'client', fields: moneyFields },
  'payment.returned': { label: 'A disputed payment is lost', about: 'client', fields: moneyFields },
  'subscription.started': { label: 'A subscription starts', about: 'client', fields: orderFields },
  'subscription.renewed': { label: 'A subscription renews', about: 'client', fields: orderFields },
  'subscription.renewal_failed': { label: 'A renewal is not charged, or stays unpaid', about: 'client', fields: orderFields },
  'subscription.ended': { label: 'A subscription ends', about: 'client', fields: orderFields },
} as const satisfies Partial<Record<EventType, EventRow>>;
export type AnnouncedEvent = keyof typeof eventRows;
export const announcedEvents = Object.keys(eventRows) as readonly AnnouncedEvent[];
export const findEventRow = (type: AnnouncedEvent): EventRow => eventRows[type];

export const comparisons = {
  is: 'is',
  isNot: 'is not',
  atLeast: 'is at least',
  atMost: 'is at most',
} as const;
export type Comparison = keyof typeof comparisons;
const isNumeric = (kind: FieldKind): boolean => kind === 'number' || kind === 'amount';
export const listComparisons = (field: FieldName): readonly Comparison[] => {
  const { kind } = eventFields[field];
  return isNumeric(kind) ? ['atLeast', 'atMost'] : kind === 'yesNo' ? ['is'] : ['is', 'isNot'];
};

type ActionRow = {
  readonly label: string;
  /** What the author must be allowed to do, by what the event is about. Absent: impossible. */
  readonly needs: Readonly<Partial<Record<EventAbout, Permission>>>;
};

const createPermissions = (needed: Permission) => ({ order: needed, ticket: needed, client: needed }) as const;

/** None moves money or makes a coupon. */
export const actionRows = {
  assign: { label: 'Assign it to', needs: { order: 'queue.assign', ticket: 'tickets.answer' } },
  stage: { label: 'Move its pieces to the stage', needs: { order: 'queue.work' } },
  tag: { label: 'Tag the customer', needs: createPermissions('customers.edit') },
  note: { label: 'Add an internal note', needs: { order: 'queue.see', ticket: 'tickets.answer', client: 'customers.edit' } },
  mail: { label: 'Email the customer a saved reply', needs: createPermissions('tickets.answer') },
  chat: { label: 'Post to a chat', needs: createPermissions('chatWebhooks.edit') },
  webhook: { label: 'Send a webhook', needs: createPermissions('keys.edit') },
  ticket: { label: 'Open a ticket for the team', needs: { order: 'tickets.answer', client: 'tickets.answer' } },
} as const satisfies Readonly<Record<string, ActionRow>>;
export type ActionKind = keyof typeof actionRows;
export const actionKinds = Object.keys(actionRows) as readonly ActionKind[];
export const findNeed = (kind: ActionKind, about: EventAbout): Permission | undefined => {
  const { needs }: ActionRow = actionRows[kind];
  return needs[about];
};

export const toWord = (text: string): string => text.trim().toLowerCase();
/** "DE, AT" means either of them. */
export const toWords = (value: string): string[] => value.split(',').map(toWord);
