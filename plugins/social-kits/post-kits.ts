// Per kit a caption skeleton, a visual direction, a call to action and a slot; plus calendar, links and ad
// sheet. A person fills in the brackets, and the delivery checks report those left.
import { csvFile, type MakerBrief, type PluginPiece } from 'fanfare/plugin';
import { readList, readText, type TextLanguage } from './brief.ts';
import { formatCalendar, type Slot } from './calendar.ts';
import { getPlatform } from './hashtags.ts';
import { createDice, shuffle } from './seeded.ts';
import { findZone, planSlots } from './slots.ts';
import { englishSocialWords } from './words/en.ts';
import { spanishSocialWords } from './words/es.ts';
import { japaneseSocialWords } from './words/ja.ts';
import { type Objective, objectives, type SocialWords } from './words/shape.ts';

/** Brackets are filled in by a person; no text promises a result. */
const socialWords: Readonly<Record<TextLanguage, SocialWords>> = {
  en: englishSocialWords,
  es: spanishSocialWords,
  ja: japaneseSocialWords,
};

type Kit = {
  readonly number: number;
  readonly name: string;
  readonly caption: string;
  readonly show: string;
  readonly ask: string;
  readonly slot: Slot;
  readonly link: string;
};

export async function makePostKits(brief: MakerBrief): Promise<PluginPiece> {
  const words = socialWords[brief.language];
  const { name: platform } = getPlatform(brief);
  const market = readText(brief.answers.market);
  const timeZone = findZone(market);
  const kits = createKits(brief);
  const clock = timeZone ? words.zone(timeZone) : words.anyZone;
  const intro = [words.draft, clock, words.slots].join(words.space);
  const text = `${[`# ${words.title(platform)}`, intro, ...kits.map((kit) => formatKit(kit, brief)), formatAd(kits, brief)].join('\n\n')}\n`;
  const events = kits.map((kit) => ({
    id: `${brief.pieceId}-${kit.number}@posting-calendar`,
    slot: kit.slot,
    title: `${platform} ${kit.number}: ${kit.name}`,
    text: `${words.caption}: ${kit.caption}\n${words.ask}: ${kit.ask}\n${kit.link}`,
  }));
  const columns = [words.kit, words.day, words.time, words.caption, words.show, words.ask, words.link];
  const rows = kits.map(({ number, slot, caption, show, ask, link }) => [number, slot.day, formatHour(slot), caption, show, ask, link]);
  const files = [
    { name: 'calendar.csv', bytes: csvFile([columns, ...rows]) },
    {
      name: 'calendar.ics',
      bytes: formatCalendar(events, { name: words.title(platform), madeAt: new Date(brief.dueAt), timeZone }),
    },
    { name: 'ads.csv', bytes: csvFile(listAdRows(kits, brief)) },
  ];
  return { text, files };
}

const formatHour = ({ hour, minute }: Slot): string => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
const getObjective = ({ answers }: Pick<MakerBrief, 'answers'>): Objective =>
  objectives.find((each) => each === answers.objective) ?? 'awareness';

function createKits(brief: MakerBrief): readonly Kit[] {
  const words = socialWords[brief.language];
  const dice = createDice(brief.pieceId);
  const count = brief.ordered?.count ?? brief.quantity;
  const [angles, shots] = [shuffle(words.angles, dice), shuffle(words.shots, dice)];
  const asks = words.asks[getObjective(brief)];
  const brand = readText(brief.answers.brandName);
  return planSlots(count, brief.platform?.hours, new Date(brief.dueAt)).map((slot, index) => {
    const angle = angles[index % angles.length] ?? words.angles[0];
    // The second use of an angle gets another shot.
    const shot = shots[(index + Math.floor(index / angles.length)) % shots.length] ?? words.shots[0];
    return {
      number: index + 1,
      name: angle.name,
      slot,
      link: createLink(brief, index + 1),
      caption: angle.caption(brand),
      show: `${shot}${words.stop}${angle.show}`,
      ask: asks[index % asks.length] ?? asks[0],
    };
  });
}

function formatKit({ number, name, caption, show, ask, slot, link }: Kit, { language }: MakerBrief): string {
  const words = socialWords[language];
  const lines = [
    [words.caption, caption],
    [words.show, show],
    [words.ask, ask],
    [words.slot, `${slot.day}, ${formatHour(slot)}`],
    [words.link, link],
  ];
  return [`## ${words.kit} ${number}: ${name}`, '', ...lines.map(([label, line]) => `- **${label}:** ${line}`)].join('\n');
}

/** Links to the customer's site if given, with tracking parameters, otherwise to the profile. */
function createLink({ answers, platform, dueAt, language }: MakerBrief, number: number): string {
  const profile = readText(answers.profileUrl);
  const host = parseHost(profile);
  const own = readList(answers.referenceUrls).find((each) => parseHost(each) !== undefined && parseHost(each) !== host) ?? profile;
  if (!URL.canParse(own)) return socialWords[language].noLink;
  const url = new URL(own);
  const campaign = `${toSlug(readText(answers.brandName))}-${typeof answers.objective === 'string' ? toSlug(answers.objective) : 'posts'}-${dueAt.slice(0, 'yyyy-mm'.length)}`;
  url.searchParams.set('utm_source', getPlatform({ platform }).key);
  url.searchParams.set('utm_medium', 'social');
  url.searchParams.set('utm_campaign', campaign);
  url.searchParams.set('utm_content', `kit-${String(number).padStart(2, '0')}`);
  return url.href;
}

const parseHost = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : undefined;

const toSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40) || 'brand';

/**
 * Splits the budget evenly by day, from the first post to the last, rounded down so that the sum never
 * exceeds it.
 */
function listAdRows(kits: readonly Kit[], { answers, language, platform }: MakerBrief): string[][] {
  const words = socialWords[language];
  const budget = typeof answers.ownAdBudget === 'number' ? answers.ownAdBudget : 0;
  const [first, last] = [kits[0]?.slot.day ?? '', kits.at(-1)?.slot.day ?? ''];
  const days = 1 + Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);
  const money =
    budget > 0
      ? [
          [words.ads.budget, String(budget)],
          [words.ads.daily, String(Math.floor((budget * 100) / days) / 100)],
        ]
      : [[words.ads.budget, words.ads.noBudget]];
  return [
    [words.ads.setting, words.ads.value],
    [words.ads.platform, getPlatform({ platform }).name],
    [words.ads.objective, words.objectives[getObjective({ answers })]],
    [words.ads.market, readText(answers.market) || words.ads.openMarket],
    [words.ads.audience, readText(answers.audience) || words.ads.openAudience],
    ...money,
    [words.ads.from, first],
    [words.ads.to, last],
    [words.ads.link, kits[0]?.link ?? ''],
  ];
}

function formatAd(kits: readonly Kit[], brief: MakerBrief): string {
  const { ads } = socialWords[brief.language];
  const [, ...rows] = listAdRows(kits, brief);
  return [`## ${ads.title}`, '', ...rows.map(([setting, value]) => `- **${setting}:** ${value}`), '', ads.paid].join('\n');
}
