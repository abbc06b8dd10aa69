// Table of makers: their services, permissions and limits. `offers`: limits a row to these offers; absent: all of its services.
import { ServiceType } from '../../catalogue/shapes.ts';

export type MakerLimits = {
  /** Including the start of the process. */
  readonly seconds: number;
  /** Resident memory of the whole process. */
  readonly mebibytes: number;
};

type MakerRow = {
  readonly serviceTypes: readonly number[];
  readonly offers?: readonly string[];
  /** The result is delivered without a person; otherwise it is a draft. */
  readonly delivers: boolean;
  /** Needs network access; other makers' processes have none. */
  readonly asksOut: boolean;
  readonly limits: MakerLimits;
};

export const makers = {
  // Japanese is the slowest: 10 to 14 seconds for 20,000 characters. See decision 041.
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

/** The first matching row; rows of single offers precede those of whole services. */
export function makerNameFor(serviceType: number, offerId: string): MakerName | undefined {
  const rows: readonly (readonly [string, MakerRow])[] = Object.entries(makers);
  const found = rows.find(([, row]) => row.serviceTypes.includes(serviceType) && (row.offers?.includes(offerId) ?? true));
  return found?.[0] as MakerName | undefined;
}
