// The visitor's answer to the privacy notice. It only controls the anonymous visit counter; cart, language, currency and session need no consent.
// Without an answer, or with an unknown value, nothing is counted.
import { setItem } from '../../ui/browser/storage.ts';

export const CONSENT_KEY = 'agreePrivacy';
export type Answer = 'accepted' | 'rejected';

const kept: Readonly<Record<Answer, string>> = { accepted: 'true', rejected: 'false' };

export const answerFrom = (text: string | null | undefined): Answer | undefined =>
  (Object.keys(kept) as Answer[]).find((answer) => kept[answer] === text);

/** The answer in this tab, also if the browser refuses to store it. */
export function currentAnswer(): Answer | undefined {
  const { consent } = document.documentElement.dataset;
  return consent === 'accepted' || consent === 'rejected' ? consent : undefined;
}

export function giveAnswer(answer: Answer): void {
  setItem(CONSENT_KEY, kept[answer]);
  document.documentElement.dataset.consent = answer;
  countVisits();
}

/** The counter is a lazy chunk that loads only after consent. */
export function countVisits(): void {
  const hasAgreed = () => currentAnswer() === 'accepted';
  if (hasAgreed()) import('./visit-counter.ts').then((visits) => visits.countVisits(hasAgreed)).catch(() => undefined);
}
