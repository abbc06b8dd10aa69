// By when support answers, and its hours, if the shop promises that.
import { Trans } from '@lingui/react/macro';
import { getDateTag } from '#lib/time/date.ts';
import { weekdayMoment } from '#lib/time/weekday-moment.ts';
import type { AnswerPromise } from '#modules/support/hours/shapes.ts';
import { usePage } from '#ui/page/context.ts';

/** In the shop's time zone, until its script knows the reader's. */
function WeekdayMoment({ answerBy, shown }: Pick<AnswerPromise, 'answerBy' | 'shown'>) {
  const { locale, shell } = usePage();
  return (
    <time dateTime={answerBy} data-tag={getDateTag(shell.dateLocale, locale)} data-format={JSON.stringify(weekdayMoment)}>
      {shown}
    </time>
  );
}

/** For a message that was sent just now. */
export const AnswerBy = ({ promise: { answerBy, shown } }: { readonly promise: AnswerPromise }) => (
  <Trans>
    We’ll answer by <WeekdayMoment answerBy={answerBy} shown={shown} />.
  </Trans>
);

/** For a message that will be sent. */
export const AnswerTime = ({ promise: { answerBy, shown, lines } }: { readonly promise: AnswerPromise }) => (
  <>
    <p>
      <Trans>
        If you write now, we’ll answer by <WeekdayMoment answerBy={answerBy} shown={shown} />.
      </Trans>
    </p>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </>
);
