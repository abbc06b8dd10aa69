// Every architecture rule by name. tests/architecture.test.ts plants violations of each; `npm run check` runs them over the repository.
import { accountTableFaults } from './account-tables.ts';
import type { Code } from './code.ts';
import { subfolderCircleFaults, webOrderFaults } from './folders.ts';
import { circleFaults, danglingFaults, layerFaults } from './layers.ts';
import { nameFaults, wordFaults } from './names-and-words.ts';
import { ownPlaceFaults } from './own-place.ts';
import { repeatedTypeFaults } from './private-types.ts';
import { purityFaults } from './purity.ts';
import { barrelFaults, exportFaults, fileSizeFaults, functionSizeFaults } from './size.ts';
import { smallFileFaults } from './small-files.ts';
import { sqlInTestFaults } from './sql-in-tests.ts';
import { directionFaults, styleFaults } from './styles.ts';
import { doubleTranslationFaults, translationFaults } from './translations.ts';
import { typedTextFaults } from './typed-text.ts';

export const rules = {
  layers: layerFaults,
  'circular imports': circleFaults,
  'import paths': danglingFaults,
  'pure files': purityFaults,
  'places of files': ownPlaceFaults,
  'file length': fileSizeFaults,
  'function length': functionSizeFaults,
  'small files': smallFileFaults,
  'circles between sub-folders': subfolderCircleFaults,
  'folder order in src/web': webOrderFaults,
  'named exports': exportFaults,
  'barrel files': barrelFaults,
  'repeated private types': repeatedTypeFaults,
  'banned words': wordFaults,
  'vague file names': nameFaults,
  'SQL in tests': sqlInTestFaults,
  'raw colours and lengths': styleFaults,
  'sides by their logical names': directionFaults,
  'translation placeholders': translationFaults,
  'one translation per id': doubleTranslationFaults,
  'typed text in messages': typedTextFaults,
  'tables of an account': accountTableFaults,
} as const satisfies Readonly<Record<string, (code: Code) => string[]>>;

export type RuleName = keyof typeof rules;
