// English grammar by Harper, in process. Its findings include false positives, so a person judges them.
// Spelling is left to the dictionaries, which know the dialect and the customer's words.
import { pathToFileURL } from 'node:url';
import { type Check, codeFile, type Finding } from 'fanfare/plugin';
import { createBinaryModuleFromUrl, Dialect, type Lint, LocalLinter } from 'harper.js';
import { createFinding } from '../check.ts';
import type { HasTime, TextChunk } from '../pieces.ts';
import type { TextSpan } from '../text.ts';
import { createGrammarCheck, readGrammar } from './grammar.ts';

export async function checkEnglishGrammar(text: string, dialect: string, hasTime: HasTime): Promise<Check> {
  return createGrammarCheck(await readGrammar(text, (piece) => listFindings(piece, dialect), hasTime));
}

export const loadEnglish = (dialect: string): Promise<unknown> => getLinter(dialect, false);

/** For a longer word Harper builds a table that takes 1.4 s of CPU; the dictionary handles those. */
const SPELLED_BYTES = 5;
const MAX_SPELLED = 30;

/** Harper's corrections of misspelled words. */
export async function suggestEnglishSpellings(
  words: Iterable<string>,
  dialect: string,
  hasTime: HasTime,
): Promise<ReadonlyMap<string, string[]>> {
  const short = [...new Set(words)].filter((word) => Buffer.byteLength(word) <= SPELLED_BYTES).slice(0, MAX_SPELLED);
  const found = new Map<string, string[]>();
  if (short.length === 0) return found;
  const speller = await getLinter(dialect, true);
  for (const word of short) {
    if (!hasTime()) break;
    const [first] = (await lintText(speller, word)).filter(({ isSpelling, suggestions }) => isSpelling && suggestions.length > 0);
    if (first) found.set(word, [...first.suggestions]);
  }
  return found;
}

const binary = createBinaryModuleFromUrl(pathToFileURL(codeFile('node_modules/harper.js/dist/harper_wasm_bg.wasm')).href);

type LoadedLinter = { readonly linter: LocalLinter; readonly dialect: Dialect; spells: boolean };
let loadedLinter: LoadedLinter | undefined;

/** Spelling is Harper's most expensive rule, so it is on only for single words. */
async function getLinter(dialect: string, spells: boolean): Promise<LocalLinter> {
  const englishDialect = dialect === 'en-GB' ? Dialect.British : Dialect.American;
  if (loadedLinter?.dialect !== englishDialect) {
    await loadedLinter?.linter.dispose();
    loadedLinter = { linter: new LocalLinter({ binary, dialect: englishDialect }), dialect: englishDialect, spells: true };
  }
  const { linter } = loadedLinter;
  if (loadedLinter.spells !== spells) {
    loadedLinter.spells = spells;
    await linter.setLintConfig({ ...(await linter.getLintConfig()), SpellCheck: spells });
  }
  return linter;
}

/** Undefined if Harper crashes on a piece: the linter is discarded, and the next text gets a new one. */
async function listFindings(piece: TextChunk, dialect: string): Promise<Finding[] | undefined> {
  try {
    const found = await lintText(await getLinter(dialect, false), piece.text);
    return found.map(({ from, to, message, suggestions }) =>
      createFinding(piece.toPlace({ from, to }), 'grammar', { text: message, suggestions }),
    );
  } catch {
    loadedLinter = undefined;
    return undefined;
  }
}

type LintFinding = TextSpan & { readonly isSpelling: boolean; readonly message: string; readonly suggestions: string[] };

async function lintText(linter: LocalLinter, text: string): Promise<LintFinding[]> {
  const lints = await linter.lint(text, { language: 'plaintext' });
  const findings = lints.map((lint) => toLintFinding(lint, text));
  // WebAssembly memory is not garbage collected.
  for (const lint of lints) lint.free();
  return findings;
}

function toLintFinding(lint: Lint, text: string): LintFinding {
  const span = lint.span();
  // Offsets are UTF-16 units; clamped to the text.
  const [from, to] = [Math.min(span.start, text.length), Math.min(span.end, text.length)];
  const problem = text.slice(from, to);
  const suggestions = lint.suggestions().map((suggestion) => {
    const replacement = suggestion.get_replacement_text();
    return [replacement, '', `${problem}${replacement}`][suggestion.kind()] ?? replacement;
  });
  return {
    from,
    to,
    isSpelling: lint.lint_kind() === 'Spelling',
    message: lint.message().replace(/`([^`]+)`/g, '“$1”'),
    suggestions: [...new Set(suggestions.map((each) => each.trimEnd()))].slice(0, 5),
  };
}
