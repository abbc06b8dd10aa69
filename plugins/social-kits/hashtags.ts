// Drafts sets of hashtags within the platform's limit, a reason for each tag, and a rotation. A person
// reviews the draft.
import { type BriefPlatform, csvFile, type MakerBrief, type PluginFailure, type PluginPiece } from 'fanfare/plugin';
import { listTags, type Tag } from './hashtag-tags.ts';
import { hashtagWords } from './hashtag-words.ts';
import { createDice, type Dice, shuffle } from './seeded.ts';

const anywhere: BriefPlatform = { key: 'social', name: 'Social' };
export const getPlatform = ({ platform }: Pick<MakerBrief, 'platform'>): BriefPlatform => platform ?? anywhere;
/** If the platform's entry in the catalogue does not say. */
const DEFAULT_HASHTAGS = 3;
const locales = { en: 'en', es: 'es', ja: 'jp' } as const;

export async function makeHashtags(brief: MakerBrief): Promise<PluginPiece | PluginFailure> {
  const words = hashtagWords[brief.language];
  const { name, hashtags: most = DEFAULT_HASHTAGS, hashtagNote } = getPlatform(brief);
  const count = brief.ordered?.count ?? brief.quantity;
  const tags = listTags(brief);
  if (tags.length === 0) return { failed: 'The brief gives no words to make tags of.' };
  const sets = createSets(tags, count, most, createDice(brief.pieceId));
  const isFew = new Set(sets.flat().map(({ tag }) => tag)).size < sets.flat().length - count;
  const parts = [
    `# ${words.title}`,
    [
      words.draft,
      words.cap(name, most),
      ...(hashtagNote ? [hashtagNote[locales[brief.language]]] : []),
      ...(isFew ? [words.few] : []),
    ].join(words.space),
    ...sets.map((set, index) =>
      [`## ${words.set(index + 1)}`, '', ...set.map(({ tag, kind }) => `- ${tag} – ${words.reasons[kind]}`)].join('\n'),
    ),
    words.rotation,
  ];
  const text = `${parts.join('\n\n')}\n`;
  const rotation = csvFile([words.columns, ...listRotation(sets)]);
  return { text, files: [{ name: 'rotation.csv', bytes: rotation }] };
}

/**
 * The brand's own tag is in each set; the others rotate, so that consecutive sets share as few as possible.
 */
function createSets(tags: readonly Tag[], count: number, most: number, dice: Dice): readonly (readonly Tag[])[] {
  const own = tags.filter(({ kind }) => kind === 'own');
  const exact = tags.filter(({ kind }) => kind === 'phrase' || kind === 'seed');
  const broad = shuffle(
    tags.filter(({ kind }) => kind === 'word' || kind === 'caption' || kind === 'audience'),
    dice,
  );
  const [exactPlaces, broadPlaces] = sharePlaces(most - own.length, exact.length, broad.length);
  return Array.from({ length: count }, (_, index) => [...own, ...turn(exact, index, exactPlaces), ...turn(broad, index, broadPlaces)]);
}

/** Half of each kind; more of one if the other has too few. */
function sharePlaces(places: number, exact: number, broad: number): [exact: number, broad: number] {
  const ofExact = Math.min(exact, Math.max(Math.ceil(places / 2), places - broad));
  return [ofExact, Math.min(broad, places - ofExact)];
}

const turn = <T>(items: readonly T[], index: number, places: number): T[] =>
  Array.from({ length: places }, (_, place) => items[(index * places + place) % items.length]).filter((each) => each !== undefined);

const ROUNDS = 3;

const listRotation = (sets: readonly (readonly Tag[])[]): (string | number)[][] =>
  Array.from({ length: sets.length * ROUNDS }, (_, post) => {
    const set = post % sets.length;
    return [post + 1, set + 1, (sets[set] ?? []).map(({ tag }) => tag).join(' ')];
  });
