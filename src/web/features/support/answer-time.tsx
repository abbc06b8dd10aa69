// By when support answers, and its hours, if the shop promises that.
import { Trans } from '@lingui/react/macro';
import { showWeekdayMoment } from '#lib/time/weekday-moment.ts';
import type { AnswerPromise } from '#modules/support/hours/shapes.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { usePage } from '../../router/page/context.ts';

type MomentProps = {
  readonly iso: string;
  /**
   * What the server wrote, which does not know the reader's time zone. Absent: the page is not rendered
   * there.
   */
  readonly shown?: string | undefined;
};

function WeekdayMoment({ iso, shown }: MomentProps) {
  const { locale, shell } = usePage();
  const isHydrated = useHydrated();
  return <time dateTime={iso}>{shown !== undefined && !isHydrated ? shown : showWeekdayMoment(iso, shell.dateLocale, locale)}</time>;
}

/** For a message that was sent. */
export const AnswerBy = ({ iso }: { readonly iso: string }) => (
  <Trans>
    We’ll answer by <WeekdayMoment iso={iso} />.
  </Trans>
);

/** For a message that will be sent. */
export const AnswerTime = ({ promise: { answerBy, shown, lines } }: { readonly promise: AnswerPromise }) => (
  <>
    <p>
      <Trans>
        If you write now, we’ll answer by <WeekdayMoment iso={answerBy} shown={shown} />.
      </Trans>
    </p>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </>
);
