// English grammar by Harper, which runs here and asks nobody. It misses plain errors and marks some that are none: what it says is for a person to judge.
// Spelling is left to the dictionaries, which know the two Englishes apart and the customer's own words.
import { Dialect, type Lint, LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';
import type { Check, Finding } from '../shapes-report.ts';
import { counted, finding } from './check.ts';

let linter: LocalLinter | undefined;

export async function englishGrammar(text: string, dialect: string): Promise<Check> {
  const found = await findingsIn(text, dialect, (kind) => kind !== 'Spelling');
  return counted('grammar', found);
}

/** What it would write instead of misspelled words, by their places. */
export async function englishSpellings(text: string, dialect: string): Promise<ReadonlyMap<number, string[]>> {
  const found = await findingsIn(text, dialect, (kind) => kind === 'Spelling');
  return new Map(found.filter(({ suggestions }) => suggestions.length > 0).map(({ from, suggestions }) => [from, suggestions]));
}

async function findingsIn(text: string, dialect: string, isWanted: (kind: string) => boolean): Promise<Finding[]> {
  const wanted = dialect === 'en-GB' ? Dialect.British : Dialect.American;
  linter ??= new LocalLinter({ binary, dialect: wanted });
  if ((await linter.getDialect()) !== wanted) await linter.setDialect(wanted);
  const lints = await linter.lint(text, { language: 'plaintext' });
  const found = lints.filter((lint) => isWanted(lint.lint_kind())).map((lint) => findingOf(lint, text));
  // They hold memory that no collector knows of.
  for (const lint of lints) lint.free();
  return found;
}

function findingOf(lint: Lint, text: string): Finding {
  const span = lint.span();
  // In units of UTF-16 already; held to the text, whatever it says.
  const place = { from: Math.min(span.start, text.length), to: Math.min(span.end, text.length) };
  const problem = text.slice(place.from, place.to);
  const suggestions = lint.suggestions().map((suggestion) => {
    const replacement = suggestion.get_replacement_text();
    return [replacement, '', `${problem}${replacement}`][suggestion.kind()] ?? replacement;
  });
  return finding(place, 'grammar', {
    text: lint.message().replace(/`([^`]+)`/g, '“$1”'),
    suggestions: [...new Set(suggestions.map((each) => each.trimEnd()))].slice(0, 5),
  });
}
