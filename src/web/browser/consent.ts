// The visitor's answer to the privacy notice. It governs one thing, the anonymous counting of visits; cart, language, currency and session need
// none. Until there is an answer nothing optional is done, and a value that we did not write is no answer.
import { setItem } from '../../ui/browser/storage.ts';

export const CONSENT_KEY = 'agreePrivacy';
export type Answer = 'accepted' | 'rejected';

const kept: Readonly<Record<Answer, string>> = { accepted: 'true', rejected: 'false' };

export const answerFrom = (text: string | null | undefined): Answer | undefined =>
  (Object.keys(kept) as Answer[]).find((answer) => kept[answer] === text);

/** What holds in this tab, also where the browser refuses to keep it. */
export function currentAnswer(): Answer | undefined {
  const { consent } = document.documentElement.dataset;
  return consent === 'accepted' || consent === 'rejected' ? consent : undefined;
}

export function giveAnswer(answer: Answer): void {
  setItem(CONSENT_KEY, kept[answer]);
  document.documentElement.dataset.consent = answer;
  countVisits();
}

/** A part of its own, which only those load who have agreed. */
export function countVisits(): void {
  const hasAgreed = () => currentAnswer() === 'accepted';
  if (hasAgreed()) import('./visit-counter.ts').then((visits) => visits.countVisits(hasAgreed)).catch(() => undefined);
}
