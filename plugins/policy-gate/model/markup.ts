// Removes HTML tags from a brief: "<script>" is not a request for a script.

const blocks =
  'address article aside blockquote body br div dl dt dd fieldset figure figcaption footer form h1 h2 h3 h4 h5 h6 head header hr html li link main meta nav ol option p pre script section select style table tbody td tfoot th thead title tr ul video audio iframe img source picture button input label textarea';
const inline = 'a abbr b bdi big cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup svg path time u var wbr';
const blockTags = new Set(blocks.split(' '));
const inlineTags = new Set(inline.split(' '));
const tag = /<\/?([a-z][a-z0-9]{0,11})(\s[^<>]{0,400})?\s?\/?>/gi;
/** Attributes that contain no sentences. Others, such as `alt`, may. */
const technical =
  /(?:^|\s)(?:class|id|style|src|srcset|href|rel|type|name|lang|dir|width|height|target|role|charset|for|method|action|value|async|defer|on[a-z]+|data-[a-z-]+|aria-[a-z-]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/gi;
const named = /[a-z-]+\s*=\s*["']?|["']/gi;

/**
 * The text without HTML tags. Unknown tags, and words in attributes such as `alt`, stay, so that nothing can
 * be hidden in them.
 */
export function withoutMarkup(text: string): string {
  if (!text.includes('<')) return text;
  return text.replace(tag, (match, name: string, attributes = '') => {
    const [isBlock, isInline] = [blockTags.has(name.toLowerCase()), inlineTags.has(name.toLowerCase())];
    if (!isBlock && !isInline) return match;
    const words = attributes.replace(technical, ' ').replace(named, ' ').trim();
    return words === '' ? (isBlock ? '\n' : '') : `\n${words}\n`;
  });
}
