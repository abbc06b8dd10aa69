// English labels for services, packs, platforms, piece states and clock states.
import { useQuery } from '@tanstack/react-query';
import type { QueueRow } from '#modules/fulfilment/desk/shapes.ts';
import type { OfferWords } from '#modules/fulfilment/desk/shapes-offers.ts';
import type { ClockState } from '#modules/fulfilment/desk/shapes-states.ts';
import type { Role } from '#modules/staff/shapes-roles.ts';
import type { DeskTicket } from '#modules/support/desk/shapes.ts';
import badge from '#ui/styles/badge.module.css';
import { deskQuery } from '../api/queries.ts';

export type DeskLabels = {
  readonly all: OfferWords | undefined;
  readonly service: (serviceType: number) => string;
  /** "Logo design, 2 × 3 drafts"; or what an operator wrote. */
  readonly offer: (ordered: Pick<QueueRow, 'offerId' | 'quantity' | 'title'>) => string;
  readonly platform: (platform: number | null) => string;
  readonly stages: (serviceType: number) => OfferWords['services'][number]['stages'];
};

export function useDeskLabels(): DeskLabels {
  const { data: all } = useQuery(deskQuery('GET /api/offers'));
  const service = (serviceType: number) => all?.services.find((each) => each.serviceType === serviceType)?.name ?? '…';
  return {
    all,
    service,
    offer({ offerId, quantity, title }) {
      if (title) return quantity > 1 ? `${quantity} × ${title}` : title;
      const found = all?.offers.find(({ id }) => id === offerId);
      if (!found) return offerId;
      return `${service(found.serviceType)}, ${quantity > 1 ? `${quantity} × ` : ''}${found.unit}`;
    },
    stages: (serviceType) => all?.services.find((each) => each.serviceType === serviceType)?.stages ?? [],
    platform: (platform) => all?.platforms.find((each) => each.platform === platform)?.name ?? '',
  };
}

export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  maker: 'Maker',
  contractor: 'Contractor',
  support: 'Support',
};

export const languageLabels: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish', ja: 'Japanese' };

/** The language that a customer reads: the shop's name of it, such as "jp". */
export const formatCustomerLanguage = (locale: string): string => languageLabels[locale === 'jp' ? 'ja' : locale] ?? locale;

export const providerNames = { stripe: 'Stripe', sandbox: 'Test bank', none: 'No provider' } as const;

/** A plugin's provider has the name of the plugin. */
export const formatProviderName = (provider: string): string => (providerNames as Readonly<Record<string, string>>)[provider] ?? provider;

export const clockWords: Readonly<Record<ClockState, string>> = {
  late: 'Late',
  soon: 'Due soon',
  fine: 'On time',
  waits: 'Waiting for customer',
  early: 'Not started yet',
  review: 'Brief to review',
  done: 'Done',
};

export const ticketBadges = { open: badge.wait, waiting: badge.work, closed: badge.off } as const;
export const ticketStatusLabels = { open: 'Open', waiting: 'Waiting for customer', closed: 'Closed' } as const;

export type AuthorIdentity = DeskTicket['knownBy'];

/** How the author of a message was identified, and how reliable that is. */
export const knownWords: Readonly<
  Record<NonNullable<AuthorIdentity>, { readonly text: string; readonly about: string; readonly badge: string | undefined }>
> = {
  loggedIn: { text: 'Logged in', about: 'Written in the customer’s account.', badge: badge.done },
  form: {
    text: 'Contact form',
    about: 'The address isn’t verified: anyone can enter it.',
    badge: badge.off,
  },
  mailedLink: {
    text: 'Email link',
    about: 'Written through a link that we sent to this address.',
    badge: badge.done,
  },
  mailProven: { text: 'Email, verified', about: 'The sender’s domain is verified.', badge: badge.done },
  mailUnproven: {
    text: 'Email, not verified',
    about: 'The sender may be forged. Don’t disclose or change anything because of this message alone.',
    badge: badge.wrong,
  },
};

/** The order's number; of several pieces with the place of this one: "F-7K2Q9M4D · 2/5". */
export const formatPieceNumber = ({ number, piece, pieces }: Pick<QueueRow, 'number' | 'piece' | 'pieces'>): string =>
  pieces > 1 ? `${number} · ${piece}/${pieces}` : number;

const HOUR = 3_600_000;

/** "2 h late", "in 45 min" */
export function formatDue(dueAt: string, now: number): string {
  const ms = Date.parse(dueAt) - now;
  const hours = Math.abs(ms) / HOUR;
  const span =
    hours < 1 ? `${Math.max(1, Math.round(hours * 60))} min` : hours < 72 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`;
  return ms < 0 ? `${span} late` : `in ${span}`;
}

export const expectedWords = {
  ordered: '(if paid now)',
  paid: '(counted from payment)',
  briefSent: '(counted from the brief)',
  mayBeginLater: '(after the withdrawal period)',
  review: '(if the brief is released now)',
  paused: '(waiting for the customer)',
  late: '(late)',
  instant: '(automatic)',
  byHand: '(taken over, or dated by hand)',
} as const;
