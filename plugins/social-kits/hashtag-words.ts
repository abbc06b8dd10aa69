// Fixed texts of a hashtag draft by language.
import type { TextLanguage } from './brief.ts';
import type { TagKind } from './hashtag-tags.ts';

type HashtagWords = {
  /** Separator between sentences. */
  readonly space: string;
  readonly title: string;
  readonly draft: string;
  readonly cap: (platform: string, most: number) => string;
  readonly few: string;
  readonly set: (number: number) => string;
  readonly reasons: Readonly<Record<TagKind, string>>;
  readonly columns: readonly [string, string, string];
  readonly rotation: string;
};

export const hashtagWords: Readonly<Record<TextLanguage, HashtagWords>> = {
  en: {
    space: ' ',
    title: 'Hashtag sets',
    draft: 'The tags come from your brief. They say what a post is about; no live trend data was used, and no reach is promised.',
    cap: (platform, most) => `At most ${most} tags a post on ${platform}.`,
    few: 'The brief gives few different words, so some sets share tags.',
    set: (number) => `Set ${number}`,
    reasons: {
      own: 'yours alone: it keeps your posts together',
      phrase: 'says exactly what the post is about',
      seed: 'in use already, so that earlier posts and new ones stay together',
      audience: 'names the people it is for',
      word: 'the broader subject, for those who follow it',
      caption: 'taken from the caption, so that tag and text belong together',
    },
    columns: ['Post', 'Set', 'Tags'],
    rotation: 'The rotation (CSV) uses the sets in turn, so that no post repeats the tags of the one before it.',
  },
  es: {
    space: ' ',
    title: 'Grupos de hashtags',
    draft:
      'Los hashtags salen de su encargo. Dicen de qué trata la publicación; no se han usado datos de tendencias ni se promete alcance.',
    cap: (platform, most) => `Como máximo, ${most} hashtags por publicación en ${platform}.`,
    few: 'El encargo ofrece pocas palabras distintas, por lo que algunos grupos comparten hashtags.',
    set: (number) => `Grupo ${number}`,
    reasons: {
      own: 'solo suyo: reúne sus publicaciones',
      phrase: 'dice exactamente de qué trata la publicación',
      seed: 'ya lo usa, así las publicaciones anteriores y las nuevas quedan juntas',
      audience: 'nombra a las personas a las que se dirige',
      word: 'el tema más amplio, para quienes lo siguen',
      caption: 'sale del texto, para que hashtag y publicación vayan de la mano',
    },
    columns: ['Publicación', 'Grupo', 'Hashtags'],
    rotation: 'El plan de rotación (CSV) alterna los grupos para que ninguna publicación repita los hashtags de la anterior.',
  },
  ja: {
    space: '',
    title: 'ハッシュタグのセット',
    draft:
      'タグはご依頼の内容から選びました。投稿の内容を伝えるためのもので、トレンドデータは使用していません。リーチを保証するものでもありません。',
    cap: (platform, most) => `${platform}では1投稿あたり${most}個までです。`,
    few: 'ご依頼の語句が限られているため、一部のタグは複数のセットに入っています。',
    set: (number) => `セット${number}`,
    reasons: {
      own: 'ご自身だけのタグ。投稿がひとつにまとまります',
      phrase: '投稿の内容をそのまま表します',
      seed: 'すでにお使いのタグ。これまでの投稿とつながります',
      audience: '届けたい相手を表します',
      word: 'より広いテーマ。関心のある人に届きます',
      caption: '文面の言葉から。タグと文章がなじみます',
    },
    columns: ['投稿', 'セット', 'タグ'],
    rotation: 'ローテーション表（CSV）では、前の投稿と同じタグが続かないよう、セットを順に使います。',
  },
};
