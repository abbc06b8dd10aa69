// Message of each code that a check may report.
import type { Message } from '../../../lib/user-error.ts';

const table = {
  'length.empty': /*i18n*/ { id: 'say.length.empty', message: 'There is no text.' },
  'length.short': /*i18n*/ { id: 'say.length.short', message: '{words, number} words; {ordered, number} were ordered.' },
  'length.long': /*i18n*/ {
    id: 'say.length.long',
    message: '{words, number} words, much more than the {ordered, number} that were ordered.',
  },
  'length.fine': /*i18n*/ { id: 'say.length.fine', message: '{words, number} words for the {ordered, number} that were ordered.' },
  'length.counted': /*i18n*/ { id: 'say.length.counted', message: '{words, number} words.' },
  'language.unsure': /*i18n*/ { id: 'say.language.unsure', message: 'There is too little text to tell its language.' },
  'language.fine': /*i18n*/ { id: 'say.language.fine', message: 'The text is in the language that was asked for.' },
  'language.other': /*i18n*/ {
    id: 'say.language.other',
    message:
      'The text seems to be in {told, select, en {English} es {Spanish} ja {Japanese} other {another language}}, and {wanted, select, en {English} es {Spanish} other {Japanese}} was asked for.',
  },
  'mustInclude.none': /*i18n*/ { id: 'say.mustInclude.none', message: 'Nothing was named that must be in it.' },
  'mustInclude.fine': /*i18n*/ { id: 'say.mustInclude.fine', message: 'All that must be in it is there.' },
  'mustInclude.missing': /*i18n*/ { id: 'say.mustInclude.missing', message: 'Missing: {phrases}' },
  'mustAvoid.none': /*i18n*/ { id: 'say.mustAvoid.none', message: 'Nothing was named that must not be in it.' },
  'mustAvoid.fine': /*i18n*/ { id: 'say.mustAvoid.fine', message: 'Nothing of what must not be in it is there.' },
  'mustAvoid.found': /*i18n*/ {
    id: 'say.mustAvoid.found',
    message: '{count, plural, one {One place has} other {# places have}} what must not be in it.',
  },
  'placeholders.fine': /*i18n*/ { id: 'say.placeholders.fine', message: 'No place was left to fill in.' },
  'placeholders.found': /*i18n*/ {
    id: 'say.placeholders.found',
    message: '{count, plural, one {One place looks} other {# places look}} as if somebody had wanted to fill something in.',
  },
  'links.none': /*i18n*/ { id: 'say.links.none', message: 'There are no links.' },
  'links.fine': /*i18n*/ { id: 'say.links.fine', message: 'The links are well formed. Nobody has opened them.' },
  'links.found': /*i18n*/ {
    id: 'say.links.found',
    message: '{count, plural, one {One link is} other {# links are}} not well formed, or without https.',
  },
  'spelling.fine': /*i18n*/ { id: 'say.spelling.fine', message: 'The dictionary knows every word.' },
  'spelling.found': /*i18n*/ {
    id: 'say.spelling.found',
    message: '{count, plural, one {One word is} other {# words are}} not in the dictionary.',
  },
  'spelling.unavailable': /*i18n*/ {
    id: 'say.spelling.unavailable',
    message: 'There is no spelling check for this language. Misused words are among the findings on grammar.',
  },
  'grammar.fine': /*i18n*/ { id: 'say.grammar.fine', message: 'The grammar check found nothing.' },
  'grammar.found': /*i18n*/ {
    id: 'say.grammar.found',
    message:
      'The grammar check points at {count, plural, one {one place} other {# places}}. It may be mistaken: please judge for yourself.',
  },
  'grammar.partly': /*i18n*/ {
    id: 'say.grammar.partly',
    message:
      'The grammar check read only the first {characters, number} characters: the rest takes it too long. It points at {count, plural, one {one place} other {# places}} there.',
  },
  'grammar.unavailable': /*i18n*/ { id: 'say.grammar.unavailable', message: 'There is no grammar check for this language.' },
  'readability.short': /*i18n*/ { id: 'say.readability.short', message: 'The text is too short for a formula to mean anything.' },
  'readability.veryEasy': /*i18n*/ { id: 'say.readability.veryEasy', message: 'Very easy to read by {formula} ({value, number}).' },
  'readability.easy': /*i18n*/ { id: 'say.readability.easy', message: 'Easy to read by {formula} ({value, number}).' },
  'readability.plain': /*i18n*/ { id: 'say.readability.plain', message: 'Neither easy nor hard to read by {formula} ({value, number}).' },
  'readability.hard': /*i18n*/ { id: 'say.readability.hard', message: 'Rather hard to read by {formula} ({value, number}).' },
  'readability.veryHard': /*i18n*/ { id: 'say.readability.veryHard', message: 'Very hard to read by {formula} ({value, number}).' },
  'repetition.fine': /*i18n*/ { id: 'say.repetition.fine', message: 'No repetition stands out.' },
  'repetition.found': /*i18n*/ {
    id: 'say.repetition.found',
    message: '{count, plural, one {One repetition stands} other {# repetitions stand}} out.',
  },
  'overlap.none': /*i18n*/ { id: 'say.overlap.none', message: 'There was no text to compare with.' },
  'overlap.fine': /*i18n*/ {
    id: 'say.overlap.fine',
    message:
      'No passage is shared with the {texts, plural, one {one text} other {# texts}} it was compared with. This is no search of the web.',
  },
  'overlap.found': /*i18n*/ {
    id: 'say.overlap.found',
    message:
      '{percent, number}% of the words are in passages shared with the {texts, plural, one {one text} other {# texts}} it was compared with. This is no search of the web.',
  },
  notAsked: /*i18n*/ { id: 'say.notAsked', message: 'This was not asked for.' },
  'note.assistant': /*i18n*/ {
    id: 'say.note.assistant',
    message: 'This report is an assistant, never a guarantee: some errors escape every checker, and some findings are none.',
  },
  'note.cut': /*i18n*/ { id: 'say.note.cut', message: 'Only the first {characters, number} characters were checked.' },
  'note.otherLanguage': /*i18n*/ {
    id: 'say.note.otherLanguage',
    message: 'The text does not seem to be in the language it was checked in. The findings may mean little.',
  },
} as const satisfies Record<string, Message>;

export const checkMessages: ReadonlyMap<string, Message> = new Map(Object.entries(table));
