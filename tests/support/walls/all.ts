// Every wall by its name: tests/architecture.test.ts plants a fault at each, `npm run check` runs them over the repository.
import { arrowFaults, circleFaults, danglingFaults } from './arrows.ts';
import type { Code } from './code.ts';
import { purityFaults } from './purity.ts';
import { barrelFaults, exportFaults, fileSizeFaults, functionSizeFaults } from './size.ts';
import { styleFaults } from './styles.ts';
import { doubleTranslationFaults, translationFaults } from './translations.ts';
import { typedFaults } from './typed.ts';
import { nameFaults, wordFaults } from './words.ts';

export const walls = {
  arrows: arrowFaults,
  circles: circleFaults,
  'imports that name a file': danglingFaults,
  purity: purityFaults,
  'length of files': fileSizeFaults,
  'length of functions': functionSizeFaults,
  'named exports': exportFaults,
  'no barrels': barrelFaults,
  'words not said': wordFaults,
  'names that tell': nameFaults,
  'styles from tokens': styleFaults,
  'places of translations': translationFaults,
  'one translation for an id': doubleTranslationFaults,
  'typed text in sentences': typedFaults,
} as const satisfies Readonly<Record<string, (code: Code) => string[]>>;

export type WallName = keyof typeof walls;
