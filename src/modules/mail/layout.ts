// HTML layout of all mails. Styles are inline because many mail clients ignore style sheets; colours are hex for old clients.
// Dark-mode colours are repeated in a media query.

import { type Locale, locales } from '../../lib/locale.ts';
import { html, type Markup } from '../../lib/markdown/html.ts';

const font = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', 'Hiragino Sans', 'Noto Sans JP', 'Yu Gothic UI', sans-serif";

const styles = {
  page: `margin:0;padding:0;background:#fcfaf5;color:#261d16;font:400 16px/1.5 ${font};-webkit-text-size-adjust:100%;line-break:strict`,
  frame: 'max-width:560px;margin:0 auto;padding:28px 18px 40px',
  brand: 'margin:0 0 16px;font-weight:800;font-size:19px;line-height:28px',
  brandLink: 'color:#261d16;text-decoration:none',
  // The logo as boxes: it needs no image, which many mail programs block.
  logo: 'display:inline-block;height:24px;margin-right:9px;vertical-align:middle;white-space:nowrap;font-size:0;line-height:24px',
  logoMouth: 'display:inline-block;width:7px;height:7px;background:#c83214;vertical-align:middle',
  logoBell: 'display:inline-block;width:9px;height:24px;background:#261d16;border-radius:9px 0 0 9px;vertical-align:middle',
  logoSound:
    'display:inline-block;width:4px;height:7px;margin-left:2px;border:2px solid #b8862d;border-left:0;border-radius:0 7px 7px 0;vertical-align:middle',
  card: 'background:#ffffff;border:1px solid #e6dfd3;border-radius:14px;padding:28px 26px 14px',
  heading:
    'margin:0 0 12px;font-weight:700;font-size:24px;line-height:1.25;letter-spacing:-0.01em;overflow-wrap:anywhere;text-wrap:balance;word-break:auto-phrase',
  subheading: 'margin:24px 0 8px;font-weight:700;font-size:17px;line-height:1.3',
  block: 'margin:0 0 14px;overflow-wrap:anywhere',
  list: 'margin:0 0 14px;padding:0 0 0 20px',
  item: 'margin:0 0 4px;overflow-wrap:anywhere',
  rule: 'margin:20px 0;border:0;border-top:1px solid #e6dfd3',
  link: 'color:#b42d12;text-decoration:underline;overflow-wrap:anywhere',
  button:
    'display:inline-block;margin:4px 0;padding:12px 22px;border-radius:999px;background:#c83214;color:#ffffff;font-weight:700;text-decoration:none;word-break:auto-phrase',
  table: 'width:100%;border-collapse:collapse;margin:18px 0 20px',
  cell: 'padding:10px 0;border-top:1px solid #e6dfd3;vertical-align:top;overflow-wrap:anywhere;word-break:auto-phrase',
  amount:
    'padding:10px 0 10px 16px;border-top:1px solid #e6dfd3;vertical-align:top;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums',
  total: 'padding:10px 0;border-top:1px solid #e6dfd3;vertical-align:top;font-weight:700',
  totalAmount:
    'padding:10px 0 10px 16px;border-top:1px solid #e6dfd3;vertical-align:top;text-align:right;white-space:nowrap;font-weight:700;font-variant-numeric:tabular-nums',
  detail: 'font-size:14px;font-weight:400;color:#6b6058',
  number: 'white-space:nowrap',
  footer: 'padding:18px 8px 0;color:#6b6058',
  small: 'margin:0 0 6px;font-size:13px;line-height:1.5;color:#6b6058;overflow-wrap:anywhere',
} as const;

const darkLine = 'border-color:#3a322a !important';

/** Dark-mode colours; they override the inline ones. */
const inTheDark: Readonly<Partial<Record<keyof typeof styles, string>>> = {
  page: 'background:#17130f !important;color:#f6f0e6 !important',
  brandLink: 'color:#f6f0e6 !important',
  logoMouth: 'background:#ff8a66 !important',
  logoBell: 'background:#f6f0e6 !important',
  logoSound: 'border-color:#e2b45c !important',
  card: `background:#211b16 !important;${darkLine}`,
  rule: darkLine,
  link: 'color:#ff8a66 !important',
  button: 'background:#ff8a66 !important;color:#211b16 !important',
  cell: darkLine,
  amount: darkLine,
  total: darkLine,
  totalAmount: darkLine,
  detail: 'color:#b6aa9c !important',
  footer: 'color:#b6aa9c !important',
  small: 'color:#b6aa9c !important',
};

/** Class and inline style of an element. */
export const styleAttributes = (look: keyof typeof styles): Markup => html` class="${look}" style="${styles[look]}"`;

const style = html`@media (prefers-color-scheme:dark){${Object.entries(inTheDark).map(([look, rule]) => `.${look}{${rule}}`)}}`;

const logo = html`<span${styleAttributes('logo')} aria-hidden="true"><span${styleAttributes('logoMouth')}></span><span${styleAttributes('logoBell')}></span><span${styleAttributes('logoSound')}></span></span>`;

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
<p${styleAttributes('brand')}><a${styleAttributes('brandLink')} href="${shopUrl}">${logo}${brand}</a></p>
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
