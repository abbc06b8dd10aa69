// Rules of identities: typed codes, guessable passwords, names of devices. Pure.

const CONFIRMED_MINUTES = 5;
export const SPARE_CODE_CHARS = 10;
/** Without easily confused letters: i, l, o, u. */
export const SPARE_CODE_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Step-up is valid until then. */
export const getConfirmedUntil = (now: Date): Date => new Date(now.getTime() + CONFIRMED_MINUTES * 60_000);

// Order matters: user agents of later browsers contain the earlier names too.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox, Windows", or '' if unknown. Versions are not stored. */
export function describeDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  const found = [browsers, systems].map((names) => names.find(([mark]) => text.includes(mark))?.[1]);
  return found.filter((name) => name !== undefined).join(', ');
}

type Factor = { readonly by: 'app' | 'spare'; readonly code: string } | { readonly by: 'nothing' | 'neither' };

const APP_CODE = /^\d{6}$/;
const SPARE_CODE = new RegExp(`^[${SPARE_CODE_LETTERS}]{${SPARE_CODE_CHARS}}$`);

/**
 * Parses a typed second factor. Ignores spaces and dashes; accepts full-width digits and the Japanese long
 * dash.
 */
export function parseFactor(text = ''): Factor {
  const code = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}\p{Pd}\u2212\u30fc]/gu, '');
  if (code === '') return { by: 'nothing' };
  if (APP_CODE.test(code)) return { by: 'app', code };
  const spare = code.replaceAll('o', '0').replace(/[il]/g, '1');
  return SPARE_CODE.test(spare) ? { by: 'spare', code: spare } : { by: 'neither' };
}

const MIN_OWN_WORD = 3;

/** True if the password consists of the person's or shop's own words plus digits and signs. */
export function isOwnWords(password: string, own: readonly string[]): boolean {
  const words = own.flatMap((each) => [each, each.split('@')[0] ?? '']).map(splitLetters);
  const known = new Set(words.filter((word) => word.length >= MIN_OWN_WORD));
  const text = splitLetters(password);
  const isKnownUpTo = [true];
  for (let end = 1; end <= text.length; end++)
    isKnownUpTo[end] = [...known].some((word) => text.endsWith(word, end) && isKnownUpTo[end - word.length] === true);
  return text !== '' && isKnownUpTo[text.length] === true;
}

const splitLetters = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');
