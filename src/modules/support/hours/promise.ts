// The promise of an answer in sentences of the reader's language.

import type { Locale } from '#lib/locale.ts';
import type { Message } from '#lib/user-error.ts';
import { translate } from '#platform/i18n.ts';
import { answerTimes, type PromiseSettings } from './rules-promise.ts';
import type { AnswerPromise } from './shapes.ts';

const messages = {
  hours: /*i18n*/ { id: 'answerTime.hours', message: 'Our hours ({zone}):' },
  day: /*i18n*/ { id: 'answerTime.day', message: '{days}: {times}' },
  allDay: /*i18n*/ { id: 'answerTime.allDay', message: 'all day' },
  closed: /*i18n*/ { id: 'answerTime.closed', message: 'Closed {days}: {name}' },
} as const satisfies Record<string, Message>;

/** For who writes now. Undefined: the shop promises no time. */
export function answerPromise(settings: PromiseSettings, now: Date, locale: Locale): AnswerPromise | undefined {
  const times = answerTimes(settings, now, locale);
  if (!times) return undefined;
  const { answerBy, shown, zone, hours, closed } = times;
  const say = (message: Message, values: Readonly<Record<string, string>> = {}) => translate({ ...message, values }, locale);
  return {
    answerBy,
    shown,
    lines: [
      ...(hours.length > 0 ? [say(messages.hours, { zone })] : []),
      ...hours.map((of) => say(messages.day, { ...of, times: of.times || say(messages.allDay) })),
      ...closed.map((of) => say(messages.closed, of)),
    ],
  };
}
