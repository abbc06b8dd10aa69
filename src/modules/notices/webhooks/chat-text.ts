// The body of a chat message: Slack’s format, which Mattermost, Rocket.Chat and Google Chat understand too,
// or Discord’s. Pure. Names are typed by customers, so nothing in them may be markup, a link or a mention of
// everybody.
import type { NoticeLine, NoticeText } from '../rules.ts';
import type { ChatKind } from '../shapes-events.ts';

type Format = {
  readonly bold: (text: string) => string;
  readonly link: (href: string, label: string) => string;
  readonly plain: (text: string) => string;
  readonly body: (text: string) => object;
  readonly maxChars: number;
};

const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

const formats = {
  slack: {
    bold: (text) => `*${text}*`,
    link: (href, label) => `<${href}|${label}>`,
    // A pair of * _ ~ or ` would be formatted: a word joiner before each leaves it as text.
    plain: (text) =>
      collapseSpaces(text)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replace(/[*_~`]/g, '\u2060$&'),
    // Without previews of the links, which need a log-in.
    body: (text) => ({ text, unfurl_links: false }),
    maxChars: 4_000,
  },
  discord: {
    bold: (text) => `**${text}**`,
    link: (href, label) => `[${label}](<${href}>)`,
    plain: (text) => collapseSpaces(text).replace(/[\\*_~`|<>[\]()]/g, '\\$&'),
    body: (content) => ({ content, allowed_mentions: { parse: [] } }),
    maxChars: 2_000,
  },
} as const satisfies Readonly<Record<ChatKind, Format>>;

/** Lines that do not fit are counted. */
export function createChatBody(kind: ChatKind, { summary, lines, more }: NoticeText, deskLink: string): object {
  const format: Format = formats[kind];
  const head = lines.length === 1 ? [] : [format.bold(format.plain(summary))];
  for (let shown = lines.length; ; shown--) {
    const left = more + lines.length - shown;
    const rest = left > 0 ? [format.link(deskLink, `And ${left} more`)] : [];
    const text = [...head, ...lines.slice(0, shown).map((line) => formatLine(format, line)), ...rest].join('\n');
    if (text.length <= format.maxChars || shown === 0) return format.body(text);
  }
}

function formatLine({ bold, link, plain }: Format, { title, details, amount, link: href }: NoticeLine): string {
  const rest = [...details, amount].filter((part) => part !== '').map(plain);
  return [bold(link(href, plain(title))), ...rest].join(' · ');
}

export const testBody = (kind: ChatKind, brand: string, deskLink: string): object => {
  const format: Format = formats[kind];
  return format.body(`${format.bold(format.plain(`${brand}: this is a test.`))} ${format.link(deskLink, 'Open the desk')}`);
};
