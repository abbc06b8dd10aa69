// Common words of each language, for language detection; the repetition check ignores them.
import type { TextLanguage } from 'fanfare/plugin';

const english = `the of and to a in is it you that he was for on are with as i his they be at one have this from or had by not but what all were we when
your can said there use an each which she do how their if will up other about out many then them these so some her would make like him into has more
its my than been who our it's don't i'm we're you're`;
const spanish = `de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ya este sí porque esta entre cuando muy sin
sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso ante ellos e esto mí antes algunos qué unos yo otro
otras otra él tanto esa estos mucho quienes nada muchos cual poco ella estar estas algunas algo nosotros mi tu te ti usted`;
const japaneseWords = `の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため その あっ よう また もの という あり まで られ
なる へ か だ これ によって により おり より による ず なり られる において ば なかっ なく しかし について せ だっ できる それ う です ます まし ました ません でし ください`;

export const commonWords: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: new Set(english.split(/\s+/)),
  es: new Set(spanish.split(/\s+/)),
  ja: new Set(japaneseWords.split(/\s+/)),
};
