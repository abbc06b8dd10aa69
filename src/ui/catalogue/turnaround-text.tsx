// "48 hours", "5 business days": how long a piece takes.
import { Plural, Trans } from '@lingui/react/macro';
import type { Turnaround } from '#lib/time/turnaround.ts';

export function TurnaroundText({ turnaround: { amount, unit } }: { readonly turnaround: Turnaround }) {
  switch (unit) {
    case 'minutes':
      return <Plural value={amount} one="# minute" other="# minutes" />;
    case 'hours':
      return <Plural value={amount} one="# hour" other="# hours" />;
    case 'days':
      return <Plural value={amount} one="# day" other="# days" />;
    case 'businessDays':
      return <Plural value={amount} one="# business day" other="# business days" />;
  }
}

/** "about 48 hours" */
export const AboutTurnaround = ({ turnaround }: { readonly turnaround: Turnaround }) => (
  <Trans>
    about <TurnaroundText turnaround={turnaround} />
  </Trans>
);
