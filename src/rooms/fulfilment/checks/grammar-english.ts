// English grammar by Harper, which runs here and asks nobody. It misses plain errors and marks some that are none: what it says is for a person to judge.
// Spelling is left to the dictionaries, which know the two Englishes apart and the customer's own words.
import { Dialect, type Lint, LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';
import type { Check, Finding } from '../shapes-report.ts';
import { finding } from './check.ts';
import { type GrammarRead, grammarCheck, readGrammar } from './grammar.ts';
import type { Piece } from './pieces.ts';

let linter: LocalLinter | undefined;

export async function englishGrammar(text: string, dialect: string): Promise<Check> {
  const { findings, ...read } = await readLints(text, dialect);
  return grammarCheck({ ...read, findings: findings.filter((each) => !isSpelling(each)) });
}

/** What it would write instead of misspelled words, by their places. */
export async function englishSpellings(text: string, dialect: string): Promise<ReadonlyMap<number, string[]>> {
  const { findings } = await readLints(text, dialect);
  return new Map(
    findings.filter((each) => isSpelling(each) && each.suggestions.length > 0).map(({ from, suggestions }) => [from, suggestions]),
  );
}

const isSpelling = ({ kind }: Finding): boolean => kind === 'spelling';

/** Both questions are asked of the same text, one after the other: it is read once. */
let last: { readonly text: string; readonly dialect: string; readonly read: Promise<GrammarRead> } | undefined;

function readLints(text: string, dialect: string): Promise<GrammarRead> {
  if (last?.text !== text || last.dialect !== dialect)
    last = { text, dialect, read: readGrammar(text, (piece) => findingsIn(piece, dialect)) };
  return last.read;
}

/** Undefined where it breaks on a piece: then it is of no use any more, and the next text has a new one. */
async function findingsIn(piece: Piece, dialect: string): Promise<Finding[] | undefined> {
  const wanted = dialect === 'en-GB' ? Dialect.British : Dialect.American;
  try {
    linter ??= new LocalLinter({ binary, dialect: wanted });
    if ((await linter.getDialect()) !== wanted) await linter.setDialect(wanted);
    const lints = await linter.lint(piece.text, { language: 'plaintext' });
    const found = lints.map((lint) => findingOf(lint, piece));
    // They hold memory that no collector knows of.
    for (const lint of lints) lint.free();
    return found;
  } catch {
    linter = undefined;
    return undefined;
  }
}

function findingOf(lint: Lint, { text, placeOf }: Piece): Finding {
  const span = lint.span();
  // In units of UTF-16 already; held to the text, whatever it says.
  const place = { from: Math.min(span.start, text.length), to: Math.min(span.end, text.length) };
  const problem = text.slice(place.from, place.to);
  const suggestions = lint.suggestions().map((suggestion) => {
    const replacement = suggestion.get_replacement_text();
    return [replacement, '', `${problem}${replacement}`][suggestion.kind()] ?? replacement;
  });
  return finding(placeOf(place), lint.lint_kind() === 'Spelling' ? 'spelling' : 'grammar', {
    text: lint.message().replace(/`([^`]+)`/g, '“$1”'),
    suggestions: [...new Set(suggestions.map((each) => each.trimEnd()))].slice(0, 5),
  });
}
