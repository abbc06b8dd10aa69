// Message of each code that a check may report.
import type { Message } from '#lib/user-error.ts';

const table = {
  'length.empty': /*i18n*/ { id: 'say.length.empty', message: 'There is no text.' },
  'length.short': /*i18n*/ { id: 'say.length.short', message: '{words, number} words; {ordered, number} ordered.' },
  'length.long': /*i18n*/ {
    id: 'say.length.long',
    message: '{words, number} words, many more than the {ordered, number} ordered.',
  },
  'length.fine': /*i18n*/ { id: 'say.length.fine', message: '{words, number} words of {ordered, number} ordered.' },
  'length.counted': /*i18n*/ { id: 'say.length.counted', message: '{words, number} words.' },
  'language.unsure': /*i18n*/ { id: 'say.language.unsure', message: 'The text is too short to tell its language.' },
  'language.fine': /*i18n*/ { id: 'say.language.fine', message: 'The text is in the language ordered.' },
  'language.other': /*i18n*/ {
    id: 'say.language.other',
    message:
      'The text seems to be in {told, select, en {English} es {Spanish} ja {Japanese} other {another language}}, but {wanted, select, en {English} es {Spanish} other {Japanese}} was ordered.',
  },
  'mustInclude.none': /*i18n*/ { id: 'say.mustInclude.none', message: 'No required phrases.' },
  'mustInclude.fine': /*i18n*/ { id: 'say.mustInclude.fine', message: 'All required phrases are in the text.' },
  'mustInclude.missing': /*i18n*/ { id: 'say.mustInclude.missing', message: 'Missing: {phrases}' },
  'mustAvoid.none': /*i18n*/ { id: 'say.mustAvoid.none', message: 'No phrases to avoid.' },
  'mustAvoid.fine': /*i18n*/ { id: 'say.mustAvoid.fine', message: 'None of the phrases to avoid are in the text.' },
  'mustAvoid.found': /*i18n*/ {
    id: 'say.mustAvoid.found',
    message: '{count, plural, one {One phrase to avoid is} other {# phrases to avoid are}} in the text.',
  },
  'placeholders.fine': /*i18n*/ { id: 'say.placeholders.fine', message: 'No placeholders left.' },
  'placeholders.found': /*i18n*/ {
    id: 'say.placeholders.found',
    message: '{count, plural, one {One passage looks like a placeholder} other {# passages look like placeholders}}.',
  },
  'links.none': /*i18n*/ { id: 'say.links.none', message: 'No links.' },
  'links.fine': /*i18n*/ { id: 'say.links.fine', message: 'The links are well formed. They weren’t opened.' },
  'links.found': /*i18n*/ {
    id: 'say.links.found',
    message: '{count, plural, one {One link is} other {# links are}} malformed or without https.',
  },
  'spelling.fine': /*i18n*/ { id: 'say.spelling.fine', message: 'All words are in the dictionary.' },
  'spelling.found': /*i18n*/ {
    id: 'say.spelling.found',
    message: '{count, plural, one {One word is} other {# words are}} not in the dictionary.',
  },
  'spelling.unavailable': /*i18n*/ {
    id: 'say.spelling.unavailable',
    message: 'There’s no spelling check for this language. Misused words are listed under Grammar.',
  },
  'grammar.fine': /*i18n*/ { id: 'say.grammar.fine', message: 'No grammar issues found.' },
  'grammar.found': /*i18n*/ {
    id: 'say.grammar.found',
    message:
      '{count, plural, one {One possible grammar issue} other {# possible grammar issues}}. The check can be wrong, so use your own judgment.',
  },
  'grammar.partly': /*i18n*/ {
    id: 'say.grammar.partly',
    message:
      '{count, plural, one {One possible grammar issue} other {# possible grammar issues}} in the first {characters, number} characters. The rest is too long to check.',
  },
  'grammar.unavailable': /*i18n*/ { id: 'say.grammar.unavailable', message: 'There’s no grammar check for this language.' },
  'readability.short': /*i18n*/ { id: 'say.readability.short', message: 'The text is too short to score.' },
  'readability.veryEasy': /*i18n*/ { id: 'say.readability.veryEasy', message: 'Very easy to read by {formula} ({value, number}).' },
  'readability.easy': /*i18n*/ { id: 'say.readability.easy', message: 'Easy to read by {formula} ({value, number}).' },
  'readability.plain': /*i18n*/ { id: 'say.readability.plain', message: 'Average to read by {formula} ({value, number}).' },
  'readability.hard': /*i18n*/ { id: 'say.readability.hard', message: 'Hard to read by {formula} ({value, number}).' },
  'readability.veryHard': /*i18n*/ { id: 'say.readability.veryHard', message: 'Very hard to read by {formula} ({value, number}).' },
  'repetition.fine': /*i18n*/ { id: 'say.repetition.fine', message: 'No noticeable repetition.' },
  'repetition.found': /*i18n*/ {
    id: 'say.repetition.found',
    message: '{count, plural, one {One noticeable repetition} other {# noticeable repetitions}}.',
  },
  'overlap.none': /*i18n*/ { id: 'say.overlap.none', message: 'There was no text to compare with.' },
  'overlap.fine': /*i18n*/ {
    id: 'say.overlap.fine',
    message: 'No passage is shared with the {texts, plural, one {one text} other {# texts}} it was compared with. The web isn’t searched.',
  },
  'overlap.found': /*i18n*/ {
    id: 'say.overlap.found',
    message:
      '{percent, number}% of the words are in passages shared with the {texts, plural, one {one text} other {# texts}} it was compared with. The web isn’t searched.',
  },
  notAsked: /*i18n*/ { id: 'say.notAsked', message: 'Not selected.' },
  'note.assistant': /*i18n*/ {
    id: 'say.note.assistant',
    message: 'This report is an aid, not a guarantee: checkers miss some errors, and some findings aren’t errors.',
  },
  'note.cut': /*i18n*/ { id: 'say.note.cut', message: 'Only the first {characters, number} characters were checked.' },
  'note.otherLanguage': /*i18n*/ {
    id: 'say.note.otherLanguage',
    message: 'The text doesn’t seem to be in the language it was checked in, so the findings may not apply.',
  },
} as const satisfies Record<string, Message>;

export const checkMessages: ReadonlyMap<string, Message> = new Map(Object.entries(table));
