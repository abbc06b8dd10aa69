// The visitor's answer to the privacy notice. It only controls the anonymous visit counter; cart, language,
// currency and session need no consent.
// Without an answer, or with an unknown value, nothing is counted.
import { setItem } from './storage.ts';

export const CONSENT_KEY = 'agreePrivacy';
export type ConsentAnswer = 'accepted' | 'rejected';

const storedValues: Readonly<Record<ConsentAnswer, string>> = { accepted: 'true', rejected: 'false' };

export const answerFrom = (text: string | null | undefined): ConsentAnswer | undefined =>
  (Object.keys(storedValues) as ConsentAnswer[]).find((answer) => storedValues[answer] === text);

/** The answer in this tab, also if the browser refuses to store it. */
export function getConsentAnswer(): ConsentAnswer | undefined {
  const { consent } = document.documentElement.dataset;
  return consent === 'accepted' || consent === 'rejected' ? consent : undefined;
}

export function giveAnswer(answer: ConsentAnswer): void {
  setItem(CONSENT_KEY, storedValues[answer]);
  document.documentElement.dataset.consent = answer;
  countVisitsIfAllowed();
}

/** The counter is a lazy chunk that loads only after consent. */
export function countVisitsIfAllowed(): void {
  const hasAgreed = () => getConsentAnswer() === 'accepted';
  if (hasAgreed()) import('./visit-counter.ts').then((visits) => visits.countVisits(hasAgreed)).catch(() => undefined);
}
