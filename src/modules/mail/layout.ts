// HTML layout of all mails. Styles are inline because many mail clients ignore style sheets; colours are hex
// for old clients.
// Dark-mode colours are repeated in a media query.

import { getLanguage, type Locale } from '#lib/locale.ts';
import { type ColourSet, createPalette } from '#lib/look/palette.ts';
import { html, type Markup } from '#lib/markdown/html.ts';

const font = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', 'Hiragino Sans', 'Noto Sans JP', 'Yu Gothic UI', sans-serif";

type MailColours = Readonly<Record<'page' | 'text' | 'accent' | 'second' | 'card' | 'line' | 'link' | 'onAccent' | 'soft', string>>;

const ownColours = {
  light: {
    page: '#fcfaf5',
    text: '#261d16',
    accent: '#c83214',
    second: '#b8862d',
    card: '#ffffff',
    line: '#e6dfd3',
    link: '#b42d12',
    onAccent: '#ffffff',
    soft: '#6b6058',
  },
  dark: {
    page: '#17130f',
    text: '#f6f0e6',
    accent: '#ff8a66',
    second: '#e2b45c',
    card: '#211b16',
    line: '#3a322a',
    link: '#ff8a66',
    onAccent: '#211b16',
    soft: '#b6aa9c',
  },
} as const satisfies Record<'light' | 'dark', MailColours>;

function getColours(accent: string | undefined): { readonly light: MailColours; readonly dark: MailColours } {
  if (accent === undefined) return ownColours;
  const { light, dark } = createPalette(accent);
  return { light: mailColours(light), dark: mailColours(dark) };
}

const mailColours = (colours: ColourSet): MailColours => ({
  page: colours.paper,
  text: colours.ink,
  accent: colours.accent,
  second: colours.brass,
  card: colours.surface,
  line: colours.line,
  link: colours.accent,
  onAccent: colours['on-accent'],
  soft: colours['ink-soft'],
});

const getStyles = ({ page, text, accent, second, card, line, link, onAccent, soft }: MailColours) =>
  ({
    page: `margin:0;padding:0;background:${page};color:${text};font:400 16px/1.5 ${font};-webkit-text-size-adjust:100%;line-break:strict`,
    frame: 'max-width:560px;margin:0 auto;padding:28px 18px 40px',
    brand: 'margin:0 0 16px;font-weight:800;font-size:19px;line-height:28px',
    brandLink: `color:${text};text-decoration:none`,
    brandLogo: 'display:inline-block;height:32px;width:auto;vertical-align:middle;border:0',
    // The mark as boxes: it needs no image, which many mail programs block.
    logo: 'display:inline-block;height:24px;margin-right:9px;vertical-align:middle;white-space:nowrap;font-size:0;line-height:24px',
    logoMouth: `display:inline-block;width:2px;height:7px;background:${accent};vertical-align:middle`,
    logoTube: `display:inline-block;width:5px;height:4px;background:${accent};vertical-align:middle`,
    // A trapezoid: the borders above and below are transparent.
    logoBell: `display:inline-block;width:0;height:6px;border:solid transparent;border-width:8px 10px 8px 0;border-right-color:${text};vertical-align:middle`,
    logoSound: `display:inline-block;width:4px;height:7px;margin-left:2px;border:2px solid ${second};border-left:0;border-radius:0 7px 7px 0;vertical-align:middle`,
    card: `background:${card};border:1px solid ${line};border-radius:14px;padding:28px 26px 14px`,
    heading:
      'margin:0 0 12px;font-weight:700;font-size:24px;line-height:1.25;letter-spacing:-0.01em;overflow-wrap:anywhere;text-wrap:balance;word-break:auto-phrase',
    subheading: 'margin:24px 0 8px;font-weight:700;font-size:17px;line-height:1.3',
    block: 'margin:0 0 14px;overflow-wrap:anywhere',
    list: 'margin:0 0 14px;padding:0 0 0 20px',
    item: 'margin:0 0 4px;overflow-wrap:anywhere',
    rule: `margin:20px 0;border:0;border-top:1px solid ${line}`,
    link: `color:${link};text-decoration:underline;overflow-wrap:anywhere`,
    button: `display:inline-block;margin:4px 0;padding:12px 22px;border-radius:999px;background:${accent};color:${onAccent};font-weight:700;text-decoration:none;word-break:auto-phrase`,
    table: 'width:100%;border-collapse:collapse;margin:18px 0 20px',
    cell: `padding:10px 0;border-top:1px solid ${line};vertical-align:top;overflow-wrap:anywhere;word-break:auto-phrase`,
    amount: `padding:10px 0 10px 16px;border-top:1px solid ${line};vertical-align:top;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`,
    total: `padding:10px 0;border-top:1px solid ${line};vertical-align:top;font-weight:700`,
    totalAmount: `padding:10px 0 10px 16px;border-top:1px solid ${line};vertical-align:top;text-align:right;white-space:nowrap;font-weight:700;font-variant-numeric:tabular-nums`,
    detail: `font-size:14px;font-weight:400;color:${soft}`,
    number: 'white-space:nowrap',
    footer: `padding:18px 8px 0;color:${soft}`,
    small: `margin:0 0 6px;font-size:13px;line-height:1.5;color:${soft};overflow-wrap:anywhere`,
  }) as const;

type MailStyle = keyof ReturnType<typeof getStyles>;

/** Dark-mode colours; they override the inline ones. */
function getDarkStyles({ page, text, accent, second, card, line, link, onAccent, soft }: MailColours): Readonly<Record<string, string>> {
  const darkLine = `border-color:${line} !important`;
  const softText = `color:${soft} !important`;
  const styles: Partial<Record<MailStyle, string>> = {
    page: `background:${page} !important;color:${text} !important`,
    brandLink: `color:${text} !important`,
    // A logo may be as dark as the page.
    brandLogo: 'background:#ffffff;padding:6px 10px;border-radius:8px',
    logoMouth: `background:${accent} !important`,
    logoTube: `background:${accent} !important`,
    logoBell: `border-right-color:${text} !important`,
    logoSound: `border-color:${second} !important`,
    card: `background:${card} !important;${darkLine}`,
    rule: darkLine,
    link: `color:${link} !important`,
    button: `background:${accent} !important;color:${onAccent} !important`,
    cell: darkLine,
    amount: darkLine,
    total: darkLine,
    totalAmount: darkLine,
    detail: softText,
    footer: softText,
    small: softText,
  };
  return styles;
}

const formatDarkRules = (colours: MailColours): string =>
  Object.entries(getDarkStyles(colours))
    .map(([name, style]) => `.${name}{${style}}`)
    .join('');

/** The class of an element, to which `layout` adds the inline style. */
export const renderClass = (name: MailStyle): Markup => html` class="${name}"`;

/** Values are escaped, so only `renderClass` writes an attribute. */
const withInlineStyles = (text: string, styles: Readonly<Record<string, string>>): string =>
  text.replace(/ class="(\w+)"/g, (attribute, name: string) => `${attribute} style="${styles[name] ?? ''}"`);

const mark = html`<span${renderClass('logo')} aria-hidden="true"><span${renderClass('logoMouth')}></span><span${renderClass('logoTube')}></span><span${renderClass('logoBell')}></span><span${renderClass('logoSound')}></span></span>`;

export type MailLayout = {
  readonly subject: string;
  readonly locale: Locale;
  readonly brand: string;
  readonly shopUrl: string;
  /** Absent: the colours of the tokens. */
  readonly accent: string | undefined;
  /** The shop has a logo of its own, at LOGO_PATH. */
  readonly hasLogo: boolean;
  readonly body: readonly Markup[];
  readonly footer: readonly Markup[];
};

/** The shop's logo for mails: mail programs show no SVG. */
export const LOGO_PATH = '/logo.png';

export function renderLayout({ subject, locale, brand, shopUrl, accent, hasLogo, body, footer }: MailLayout): string {
  const { light, dark } = getColours(accent);
  const title = hasLogo
    ? html`<img${renderClass('brandLogo')} src="${shopUrl}${LOGO_PATH}" alt="${brand}" height="32">`
    : html`${mark}${brand}`;
  const document = html`<!doctype html>
<html lang="${getLanguage(locale).html}"${getLanguage(locale).dir && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${formatDarkRules(dark)}}</style>
</head>
<body${renderClass('page')}>
<div${renderClass('frame')}>
<p${renderClass('brand')}><a${renderClass('brandLink')} href="${shopUrl}">${title}</a></p>
<div${renderClass('card')}>
${body}
</div>
<div${renderClass('footer')}>
${footer}
</div>
</div>
</body>
</html>
`.text;
  return withInlineStyles(document, getStyles(light));
}

/**
 * The body of a mail without inline styles, which the desk's content policy forbids; `createStyleSheet` has
 * them.
 */
export const getBody = (document: string): string =>
  (/<body[^>]*>([\s\S]*)<\/body>/.exec(document)?.[1] ?? '').replace(/ style="[^"]*"/g, '').trim();

/** The styles of `getBody` for a shadow root. Its host has the theme. */
export function createStyleSheet(accent: string | undefined): string {
  const { light, dark } = getColours(accent);
  const rules = (selector: (name: string) => string, styles: Readonly<Record<string, string>>) =>
    Object.entries(styles).map(([name, style]) => `${selector(name)}{${style}}`);
  const hostOr = (host: string) => (name: string) => (name === 'page' ? host : `${host} .${name}`);
  return [...rules(hostOr(':host'), getStyles(light)), ...rules(hostOr(':host([data-theme="dark"])'), getDarkStyles(dark))].join('');
}
