// English labels for services, packs, platforms, piece states and clock states.
import { useQuery } from '@tanstack/react-query';
import type { OfferWords } from '../../../modules/desk/work/shapes.ts';
import type { ClockState, WorkState } from '../../../modules/fulfilment/desk/shapes-states.ts';
import type { DeskTicket } from '../../../modules/support/desk/shapes.ts';
import badge from '../../../ui/styles/badge.module.css';
import { deskQuery } from '../api/queries.ts';

export type DeskLabels = {
  readonly all: OfferWords | undefined;
  readonly service: (serviceType: number) => string;
  /** "Quick reads, 3 × 500 words" */
  readonly offer: (offerId: string, quantity: number) => string;
  readonly platform: (platform: number | null) => string;
};

export function useDeskLabels(): DeskLabels {
  const { data: all } = useQuery(deskQuery('GET /api/offers'));
  const service = (serviceType: number) => all?.services.find((each) => each.serviceType === serviceType)?.name ?? '…';
  return {
    all,
    service,
    offer(offerId, quantity) {
      const found = all?.offers.find(({ id }) => id === offerId);
      if (!found) return offerId;
      return `${service(found.serviceType)}, ${quantity > 1 ? `${quantity} × ` : ''}${found.unit}`;
    },
    platform: (platform) => all?.platforms.find((each) => each.platform === platform)?.name ?? '',
  };
}

export const languageLabels: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish', ja: 'Japanese' };

export const stateWords: Readonly<Record<WorkState, { readonly text: string; readonly badge: string | undefined }>> = {
  ready: { text: 'Waiting', badge: badge.wait },
  inWork: { text: 'In work', badge: badge.work },
  revisionAsked: { text: 'Revision', badge: badge.wrong },
};

export const clockWords: Readonly<Record<ClockState, string>> = {
  late: 'Late',
  soon: 'Due soon',
  fine: 'In time',
  waits: 'Waits for the customer',
  early: 'May not begin yet',
  review: 'Brief to review',
};

export const ticketBadges = { open: badge.wait, waiting: badge.work, closed: badge.off } as const;
export const ticketStatusLabels = { open: 'Waits for us', waiting: 'Waits for them', closed: 'Closed' } as const;

export type AuthorIdentity = DeskTicket['knownBy'];

/** How the author of a message was identified, and how reliable that is. */
export const knownWords: Readonly<
  Record<NonNullable<AuthorIdentity>, { readonly text: string; readonly about: string; readonly badge: string | undefined }>
> = {
  loggedIn: { text: 'Logged in', about: 'Written in the customer’s account.', badge: badge.done },
  form: {
    text: 'By contact form',
    about: 'Anyone can enter this address. Nobody has confirmed that its owner wrote this.',
    badge: badge.wait,
  },
  mailedLink: {
    text: 'By our mail’s link',
    about: 'Written by somebody who has a mail that we sent to this address.',
    badge: badge.done,
  },
  mailProven: { text: 'By email, verified', about: 'Our mail server has verified the domain of the sender.', badge: badge.done },
  mailUnproven: {
    text: 'By email, not verified',
    about: 'The sender may be forged. Disclose and change nothing because of this message alone.',
    badge: badge.wrong,
  },
};

const HOUR = 3_600_000;

/** "2 h late", "in 45 min" */
export function dueText(dueAt: string, now: number): string {
  const ms = Date.parse(dueAt) - now;
  const hours = Math.abs(ms) / HOUR;
  const span =
    hours < 1 ? `${Math.max(1, Math.round(hours * 60))} min` : hours < 72 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`;
  return ms < 0 ? `${span} late` : `in ${span}`;
}

export const expectedWords = {
  ordered: '(if paid now)',
  paid: '(48 hours from payment)',
  briefSent: '(48 hours from the brief)',
  mayBeginLater: '(after the days to withdraw)',
  review: '(when the brief is released now)',
  paused: '(waits for the customer)',
  late: '(late)',
  instant: '(by a program)',
} as const;
