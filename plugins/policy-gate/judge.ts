// Judges a brief: allowed, held for review, or refused, with the kind and the customer's words.
import type { PolicyGate } from './gate.ts';
import { type PolicyKind, rulesOfKind } from './kinds.ts';
import { isListed } from './listed.ts';
import { readFeatures } from './model/features.ts';
import { classifyKind } from './model/kind.ts';
import { withoutMarkup } from './model/markup.ts';
import { getWindowLanguage, listWindows, scoreWithWholeText, type Window } from './model/score.ts';
import { findMarks, spellText } from './vocabulary.ts';

export type Judgement = {
  readonly outcome: 'review' | 'refuse';
  readonly kind: PolicyKind;
  /** The customer's words that triggered it. */
  readonly words: string;
};

/** A request on the owner's list is refused or held this far below the review threshold. */
const [LISTED_REFUSED, LISTED_HELD] = [1.2, 1.85];

/** Without a platform, the rules of all platforms apply. */
export function judgeText(gate: PolicyGate, { text: typed, platform }: { text: string; platform?: string }): Judgement | undefined {
  const text = withoutMarkup(typed);
  const found = findWorst(gate, text);
  // Requests on the owner's list may be too short for the model, or hidden in an honest text: lower
  // thresholds apply.
  const isPlain = found !== undefined && found.over > -LISTED_HELD && isListed(gate, text);
  if (!found || (found.over <= 0 && !isPlain)) return undefined;
  const passage = findPassage(gate, text);
  const kind = classifyKind(gate.model.kindWeights, readFeatures(passage, gate.lexicon), { from: 0, to: 1 });
  if (!isForbidden(gate, passage, kind, platform)) return undefined;
  const isRefused = found.isAboveRefuseBar || (isPlain && found.over > -LISTED_REFUSED);
  return { outcome: isRefused ? 'refuse' : 'review', kind, words: shortenPassage(gate, passage) };
}

type ScoredWindow = { readonly window: Window; readonly over: number; readonly isAboveRefuseBar: boolean };
/** The window with the highest score above its language's threshold. */
function findWorst({ lexicon, model }: PolicyGate, text: string): ScoredWindow | undefined {
  const reading = readFeatures(text, lexicon);
  const windows = listWindows(reading);
  let worst: ScoredWindow | undefined;
  scoreWithWholeText(model, reading, windows).forEach((score, at) => {
    const window = windows[at] as Window;
    const language = getWindowLanguage(reading, window);
    const over = score - model.bars.review[language];
    if (!worst || over > worst.over) worst = { window, over, isAboveRefuseBar: score > model.bars.refuse[language] };
  });
  return worst;
}

/** Decides by the rules that the passage names; if it names none, by the rules of its kind. */
function isForbidden(gate: PolicyGate, passage: string, kind: PolicyKind, platform: string | undefined): boolean {
  const named = gate.platforms.find(({ key }) => key === platform);
  const stops = new Set(named ? named.stops : gate.platforms.flatMap((each) => each.stops));
  const marked = spellText(passage, gate.vocabulary)
    .split('\n')
    .flatMap((sentence) => findMarks(sentence, gate.vocabulary).flatMap(({ rule }) => (rule === undefined ? [] : [rule])));
  return (marked.length > 0 ? marked : rulesOfKind[kind]).some((rule) => stops.has(rule));
}

/** The original sentence, or pair of sentences, with the highest score. */
function findPassage(gate: PolicyGate, text: string): string {
  // Long sentences are cut to bound the work.
  const sentences = text.match(/[^.!?…。！？\n]{1,300}[.!?…。！？"”’»」』)]*/g)?.map((each) => each.trim()) ?? [];
  const passages = sentences.flatMap((each, at) => (at === 0 ? [each] : [each, `${sentences[at - 1]} ${each}`]));
  let best = { passage: text, over: Number.NEGATIVE_INFINITY };
  for (const passage of passages.filter((each) => each !== '')) {
    const over = findWorst(gate, passage)?.over ?? Number.NEGATIVE_INFINITY;
    if (over > best.over) best = { passage, over };
  }
  return best.passage;
}

const MAX_WORDS_CHARS = 120;
/** Minimum share of the passage's score that the shortened words must have. */
const KEPT_SHARE = 0.7;
const MAX_STEPS = 24;
/** Removes an eighth of the words per step. */
const STEP_SHARE = 8;
/** Shortens the passage from both ends while it would still be held. */
function shortenPassage(gate: PolicyGate, passage: string): string {
  const isSpaced = /\s/.test(passage.slice(0, MAX_WORDS_CHARS));
  const parts = isSpaced ? passage.split(/\s+/) : (passage.match(/.{1,3}/gsu) ?? []);
  const join = (from: number, to: number): string => parts.slice(from, to).join(isSpaced ? ' ' : '');
  const least = (findWorst(gate, passage)?.over ?? 0) * KEPT_SHARE;
  let [from, to] = [0, parts.length];
  for (let step = 0; step < MAX_STEPS && to - from > 2; step++) {
    const size = Math.max(1, Math.floor((to - from) / STEP_SHARE));
    const shorter = [
      { from: from + size, to, over: findWorst(gate, join(from + size, to))?.over ?? -1 },
      { from, to: to - size, over: findWorst(gate, join(from, to - size))?.over ?? -1 },
    ].sort((a, b) => b.over - a.over)[0];
    if (!shorter || shorter.over < least) break;
    ({ from, to } = shorter);
  }
  const words = join(from, to).replace(/^[\s,;:.·-]+|[\s,;:.·-]+$/g, '');
  return words.length > MAX_WORDS_CHARS ? `${words.slice(0, MAX_WORDS_CHARS - 1)}…` : words;
}
