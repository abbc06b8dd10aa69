// HTML layout of all mails. Styles are inline because many mail clients ignore style sheets; colours are hex for old clients.
// Dark-mode colours are repeated in a media query.

import { type Locale, locales } from '../../lib/locale.ts';
import { html, type Markup } from '../../lib/markdown/html.ts';

const font = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', 'Hiragino Sans', 'Noto Sans JP', 'Yu Gothic UI', sans-serif";

const styles = {
  page: `margin:0;padding:0;background:#fdfaf4;color:#261c14;font:400 16px/1.6 ${font};-webkit-text-size-adjust:100%`,
  frame: 'max-width:576px;margin:0 auto;padding:32px 20px 40px',
  brand: 'margin:0 0 20px;font-weight:700;font-size:22px;line-height:1;letter-spacing:-0.03em',
  brandLink: 'color:#261c14;text-decoration:none',
  card: 'background:#ffffff;border:1px solid #e2ddd4;border-radius:12px;padding:28px 26px 12px',
  heading: 'margin:0 0 16px;font-weight:650;font-size:26px;line-height:1.15;letter-spacing:-0.02em',
  subheading: 'margin:24px 0 12px;font-weight:650;font-size:19px;line-height:1.25;letter-spacing:-0.01em',
  block: 'margin:0 0 16px;overflow-wrap:anywhere',
  list: 'margin:0 0 16px;padding:0 0 0 22px',
  item: 'margin:0 0 6px;overflow-wrap:anywhere',
  rule: 'margin:24px 0;border:0;border-top:1px solid #e2ddd4',
  link: 'color:#c83314;text-decoration:underline;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:11px 24px;border-radius:999px;background:#c83314;color:#fffbf4;font-weight:600;text-decoration:none',
  footer: 'padding:20px 2px 0;color:#64584f',
  small: 'margin:0 0 8px;font-size:13px;line-height:1.5;color:#64584f;overflow-wrap:anywhere',
} as const;

/** Dark-mode colours; they override the inline ones. */
const inTheDark: Readonly<Partial<Record<keyof typeof styles, string>>> = {
  page: 'background:#17130e !important;color:#f2eee6 !important',
  brandLink: 'color:#f2eee6 !important',
  card: 'background:#221d17 !important;border-color:#38322a !important',
  rule: 'border-color:#38322a !important',
  link: 'color:#f77c56 !important',
  button: 'background:#f77c56 !important;color:#250f07 !important',
  footer: 'color:#b6b0a6 !important',
  small: 'color:#b6b0a6 !important',
};

/** Class and inline style of an element. */
export const styleAttributes = (look: keyof typeof styles): Markup => html` class="${look}" style="${styles[look]}"`;

const style = html`@media (prefers-color-scheme:dark){${Object.entries(inTheDark).map(([look, rule]) => `.${look}{${rule}}`)}}`;

export type MailLayout = {
  readonly subject: string;
  readonly locale: Locale;
  readonly brand: string;
  readonly shopUrl: string;
  readonly body: readonly Markup[];
  readonly footer: readonly Markup[];
};

export const layout = ({ subject, locale, brand, shopUrl, body, footer }: MailLayout): string =>
  html`<!doctype html>
<html lang="${locales[locale].html}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>:root{color-scheme:light dark}${style}</style>
</head>
<body${styleAttributes('page')}>
<div${styleAttributes('frame')}>
<p${styleAttributes('brand')}><a${styleAttributes('brandLink')} href="${shopUrl}">${brand}</a></p>
<div${styleAttributes('card')}>
${body}
</div>
<div${styleAttributes('footer')}>
${footer}
</div>
</div>
</body>
</html>
`.text;
