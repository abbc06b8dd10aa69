// Which maker is for which service, what it may do with what it made, and how much it may take. `offers`: of those alone; absent, of every offer of its services.
import { ServiceType } from '../../catalogue/shapes.ts';

export type MakerLimits = {
  /** With the start of its process. */
  readonly seconds: number;
  /** Of memory that the whole process really holds. */
  readonly mebibytes: number;
};

type MakerRow = {
  readonly serviceTypes: readonly number[];
  readonly offers?: readonly string[];
  /** What it made goes to the customer as it is; otherwise it is a draft for a person. */
  readonly delivers: boolean;
  /** Talks to another machine. The process of the others can not. */
  readonly asksOut: boolean;
  readonly limits: MakerLimits;
};

export const makers = {
  // Japanese takes the longest: 10 to 14 seconds for 20,000 characters. See decision 041.
  'content-checker': {
    serviceTypes: [ServiceType.ContentChecker],
    offers: ['content-checker-automatic'],
    delivers: true,
    asksOut: false,
    limits: { seconds: 50, mebibytes: 1_100 },
  },
  'content-checker-draft': {
    serviceTypes: [ServiceType.ContentChecker],
    delivers: false,
    asksOut: false,
    limits: { seconds: 50, mebibytes: 1_100 },
  },
  'hashtag-magic': {
    serviceTypes: [ServiceType.HashtagMagic],
    delivers: false,
    asksOut: false,
    limits: { seconds: 40, mebibytes: 700 },
  },
  'social-boosts': {
    serviceTypes: [ServiceType.SocialBoosts],
    delivers: false,
    asksOut: false,
    limits: { seconds: 40, mebibytes: 700 },
  },
  'language-model': {
    serviceTypes: [ServiceType.BrandStories, ServiceType.QuickReads, ServiceType.CatchyPhrases],
    delivers: false,
    asksOut: true,
    limits: { seconds: 120, mebibytes: 700 },
  },
} as const satisfies Readonly<Record<string, MakerRow>>;

export type MakerName = keyof typeof makers;

/** The first row that fits: those of single offers stand before those of a whole service. */
export function makerNameFor(serviceType: number, offerId: string): MakerName | undefined {
  const rows: readonly (readonly [string, MakerRow])[] = Object.entries(makers);
  const found = rows.find(([, row]) => row.serviceTypes.includes(serviceType) && (row.offers?.includes(offerId) ?? true));
  return found?.[0] as MakerName | undefined;
}
