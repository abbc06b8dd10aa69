// The placeholders of a message, which its translations need too. Pure.

const branching = new Set(['plural', 'select', 'selectordinal']);

/** All "{name}", "{count, plural}", "<0>" and "</0>" of an ICU message, at any depth. */
export function listPlaceholders(message: string): Set<string> {
  const placeholders = new Set<string>();
  let rest = message;
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest);
    if (!found) return undefined;
    rest = rest.slice(found[0].length);
    return found[1] ?? found[0];
  };
  const readText = (): void => {
    while (rest !== '' && !rest.startsWith('}')) {
      if (take(/^'[{}][^']*'/) !== undefined) continue;
      const tag = take(/^<\/?\d+\/?>/);
      if (tag !== undefined) placeholders.add(tag);
      else if (take(/^\{\s*/) !== undefined) readArgument();
      else rest = rest.slice(1);
    }
  };
  const readArgument = (): void => {
    const name = take(/^[^\s,{}]+/) ?? '';
    const kind = take(/^\s*,\s*([^\s,{}]+)/);
    placeholders.add(kind === undefined ? `{${name}}` : `{${name}, ${kind}}`);
    if (kind !== undefined && branching.has(kind))
      while (take(/^[^{}]*\{/) !== undefined) {
        readText();
        take(/^\}/);
      }
    take(/^[^}]*\}/);
  };
  while (rest !== '') {
    readText();
    take(/^\}/);
  }
  return placeholders;
}
