// The events that staff notices are about, apart from the shapes, so that the app need not load the
// validation. Pure.
import { mayDo, type Permission, type Role, type RoleHolder } from '#modules/staff/shapes-roles.ts';

type EventRow = {
  /** As in settings. */
  readonly label: string;
  readonly hint: string;
  /** Who may be told. */
  readonly act: Permission;
  /** Roles that get an email unless they choose otherwise. */
  readonly emailed: readonly Role[];
  /** Shop-wide: also for chat webhooks. */
  readonly isForChat: boolean;
};

/** In the order of messages: what needs an answer first. */
export const staffEvents = {
  mentioned: {
    label: 'Mentions',
    hint: 'A colleague mentioned you in a note.',
    act: 'queue.see',
    emailed: ['owner', 'manager', 'maker', 'contractor', 'support'],
    isForChat: false,
  },
  workAssigned: {
    label: 'Work assigned to me',
    hint: 'A colleague assigned a piece or a ticket to you.',
    act: 'queue.see',
    emailed: ['owner', 'manager', 'maker', 'contractor', 'support'],
    isForChat: false,
  },
  pieceOverdue: {
    label: 'Overdue pieces',
    hint: 'A piece wasn’t delivered by its due date.',
    act: 'queue.see',
    emailed: ['owner', 'manager', 'maker', 'contractor'],
    isForChat: true,
  },
  pieceDueSoon: {
    label: 'Pieces due soon',
    hint: 'A piece is due within eight hours.',
    act: 'queue.see',
    emailed: ['maker', 'contractor'],
    isForChat: true,
  },
  changesRequested: {
    label: 'Changes requested',
    hint: 'A customer wants a delivery changed.',
    act: 'queue.see',
    emailed: ['owner', 'manager', 'maker', 'contractor'],
    isForChat: true,
  },
  ticketReplied: {
    label: 'Customer replies',
    hint: 'A customer wrote again in a ticket.',
    act: 'tickets.see',
    emailed: [],
    isForChat: true,
  },
  ticketOpened: {
    label: 'New tickets',
    hint: 'Someone asked support for help.',
    act: 'tickets.see',
    emailed: [],
    isForChat: true,
  },
  quoteAccepted: {
    label: 'Accepted quotes',
    hint: 'A customer accepted a quote.',
    act: 'money.see',
    emailed: ['owner', 'manager'],
    isForChat: true,
  },
  quoteDeclined: {
    label: 'Declined quotes',
    hint: 'A customer declined a quote.',
    act: 'money.see',
    emailed: ['owner', 'manager'],
    isForChat: true,
  },
  /** The automation chooses its recipient, so it is no setting of a chat. */
  automation: { label: 'Automations', hint: '', act: 'automations.edit', emailed: [], isForChat: false },
  renewalFailed: {
    label: 'Failed renewals',
    hint: 'A saved payment method wasn’t charged for a month.',
    act: 'money.see',
    emailed: ['owner'],
    isForChat: true,
  },
  orderPaid: {
    label: 'New paid orders',
    hint: 'Including monthly renewals.',
    act: 'orders.see',
    emailed: ['owner'],
    isForChat: true,
  },
} as const satisfies Readonly<Record<string, EventRow>>;

export type StaffEvent = keyof typeof staffEvents;
export type EmailChoices = Readonly<Partial<Record<StaffEvent, boolean>>>;

export const staffEventNames = Object.keys(staffEvents) as readonly StaffEvent[];
export const chatEventNames = staffEventNames.filter((event) => staffEvents[event].isForChat);

/** What an operator of this role may be told. */
export const listEventsFor = (who: Role | RoleHolder): readonly StaffEvent[] =>
  staffEventNames.filter((event) => event !== 'automation' && mayDo(who, staffEvents[event].act));

/** A role that an owner made gets what makers get. */
export function isEmailed(who: Role | RoleHolder, choices: EmailChoices, event: StaffEvent): boolean {
  const role = typeof who === 'string' ? who : who.ownRole ? 'maker' : who.role;
  return mayDo(who, staffEvents[event].act) && (choices[event] ?? (staffEvents[event].emailed as readonly string[]).includes(role));
}

const chatHosts = { 'hooks.slack.com': 'slack', 'discord.com': 'discord', 'discordapp.com': 'discord' } as const;

export const chatKinds = ['slack', 'discord'] as const;
export type ChatKind = (typeof chatKinds)[number];

/** Undefined for a host that can be of either kind, such as one's own Mattermost. */
export function findChatKind(address: string): ChatKind | undefined {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return (chatHosts as Readonly<Record<string, ChatKind | undefined>>)[host];
}
