// The brief of a visitor who has no account yet. It stays in this browser for a week, and no server gets it:
// the page that orders takes it over by the id in its address, so that no other account sees it.
import { getItem, setItem } from './storage.ts';

/** As the order page stores its drafts. */
export type EarlyAnswers = {
  readonly offerId: string;
  readonly platform: string;
  readonly quantity: string;
  readonly given: Readonly<Record<string, string | boolean | readonly string[]>>;
};
export type EarlyBrief = { readonly id: string; readonly brief: EarlyAnswers };

const WEEK_MS = 604_800_000;
const getEarlyBriefKey = (slug: string): string => `early-brief:${slug}`;

export function readEarlyBrief(slug: string): EarlyBrief | undefined {
  try {
    const { id, at, brief } = JSON.parse(getItem(getEarlyBriefKey(slug)) ?? '{}') as Partial<EarlyBrief & { at: number }>;
    if (typeof id !== 'string' || typeof brief?.offerId !== 'string' || typeof brief.given !== 'object') return undefined;
    return Date.now() - Number(at) < WEEK_MS ? { id, brief } : undefined;
  } catch {
    return undefined;
  }
}

export const writeEarlyBrief = (slug: string, { id, brief }: EarlyBrief): void =>
  setItem(getEarlyBriefKey(slug), JSON.stringify({ id, at: Date.now(), brief }));

export const dropEarlyBrief = (slug: string): void => setItem(getEarlyBriefKey(slug), null);
