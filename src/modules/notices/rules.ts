// The recipients of an event's notice, its time and its words. Pure.
import { getTimeIn } from '#lib/time/days.ts';
import { mayDo, type RoleHolder } from '#modules/staff/shapes-roles.ts';
import { type EmailChoices, isEmailed, type StaffEvent, staffEventNames, staffEvents } from './shapes-events.ts';

export type QuietHours = { readonly from: string; readonly until: string; readonly timeZone: string };

/** Without hours, nothing is quiet. From 22:00 until 07:00 passes midnight. */
export function isQuiet(quiet: QuietHours | null, now: Date): boolean {
  if (!quiet) return false;
  const { from, until, timeZone } = quiet;
  const time = getTimeIn(timeZone, now);
  return from < until ? from <= time && time < until : time >= from || time < until;
}

type QuietColumns = { readonly quietFrom: string | null; readonly quietUntil: string | null; readonly timeZone: string | null };

export const toQuietHours = ({ quietFrom, quietUntil, timeZone }: QuietColumns): QuietHours | null =>
  quietFrom === null || quietUntil === null || timeZone === null ? null : { from: quietFrom, until: quietUntil, timeZone };

export const toQuietColumns = (quiet: QuietHours | null): QuietColumns => ({
  quietFrom: quiet?.from ?? null,
  quietUntil: quiet?.until ?? null,
  timeZone: quiet?.timeZone ?? null,
});

/** At most one email in five minutes, however much happens. */
const EMAIL_GAP_MS = 5 * 60_000;

/** An email sent after this moment makes the next one wait. */
export const getEmailGapStart = (now: Date): Date => new Date(now.getTime() - EMAIL_GAP_MS);

type AddressedEvent = {
  readonly event: StaffEvent;
  /** Who works on the piece that it is about. */
  readonly makerId: string | null;
  /** The only recipient, if there is one. */
  readonly operatorId: string | null;
};
type EmailReader = RoleHolder & { readonly id: string; readonly choices: EmailChoices };

const isAboutPiece = (event: StaffEvent): boolean => staffEvents[event].act === 'queue.see';

/** Makers get notices about their own pieces only, because they see only those. */
export function isEmailedTo(reader: EmailReader, { event, makerId, operatorId }: AddressedEvent): boolean {
  const { id, choices } = reader;
  if (!isEmailed(reader, choices, event)) return false;
  const isVisible = !isAboutPiece(event) || mayDo(reader, 'queue.all') || makerId === id;
  if (operatorId !== null) return operatorId === id && (isVisible || makerId === null);
  return isVisible;
}

/** What a message says about one event. */
export type NoticeLine = {
  readonly event: StaffEvent;
  readonly title: string;
  readonly details: readonly string[];
  /** Of an order; otherwise empty. */
  readonly amount: string;
  readonly link: string;
};

/** `title`: of the number of an order or a ticket. */
const eventWords = {
  mentioned: { one: 'mention', many: 'mentions', title: 'You are mentioned:' },
  workAssigned: { one: 'new assignment', many: 'new assignments', title: 'Assigned to you:' },
  pieceOverdue: { one: 'overdue piece', many: 'overdue pieces', title: 'Overdue:' },
  pieceDueSoon: { one: 'piece due soon', many: 'pieces due soon', title: 'Due soon:' },
  changesRequested: { one: 'change requested', many: 'changes requested', title: 'Changes requested:' },
  ticketReplied: { one: 'customer reply', many: 'customer replies', title: 'Customer replied:' },
  ticketOpened: { one: 'new ticket', many: 'new tickets', title: 'New ticket:' },
  quoteAccepted: { one: 'accepted quote', many: 'accepted quotes', title: 'Quote accepted:' },
  quoteDeclined: { one: 'declined quote', many: 'declined quotes', title: 'Quote declined:' },
  automation: { one: 'automation', many: 'automations', title: '' },
  renewalFailed: { one: 'failed renewal', many: 'failed renewals', title: 'Renewal not charged:' },
  orderPaid: { one: 'new order', many: 'new orders', title: 'New order:' },
} as const satisfies Readonly<Record<StaffEvent, { readonly one: string; readonly many: string; readonly title: string }>>;

export const formatLineTitle = (event: StaffEvent, number: string): string => `${eventWords[event].title} ${number}`;

/** "3 new orders, 1 overdue piece"; of a single event, its title. */
function formatSummary(lines: readonly Pick<NoticeLine, 'event' | 'title'>[]): string {
  const [first] = lines;
  if (first && lines.length === 1) return first.title;
  const counts = Map.groupBy(lines, ({ event }) => event);
  return staffEventNames
    .flatMap((event) => {
      const count = counts.get(event)?.length ?? 0;
      return count === 0 ? [] : [`${count} ${count === 1 ? eventWords[event].one : eventWords[event].many}`];
    })
    .join(', ');
}

/** A message names so many events and counts the rest. */
const MAX_LINES = 20;

export type NoticeText = { readonly summary: string; readonly lines: readonly NoticeLine[]; readonly more: number };

/** What needs an answer first, each kind in the order of time. */
export function composeNoticeText(lines: readonly NoticeLine[]): NoticeText {
  const sorted = lines.toSorted((a, b) => staffEventNames.indexOf(a.event) - staffEventNames.indexOf(b.event));
  return { summary: formatSummary(lines), lines: sorted.slice(0, MAX_LINES), more: Math.max(0, sorted.length - MAX_LINES) };
}
