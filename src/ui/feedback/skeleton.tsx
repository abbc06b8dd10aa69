// Placeholder in the final size of what is loading, so that nothing moves. Its text is for screen readers.
import { Trans } from '@lingui/react/macro';
import css from './skeleton.module.css';

type Props = { readonly shape: 'lines' | 'card'; readonly count: number };

export function Skeleton({ shape, count }: Props) {
  return (
    <div className={css.place}>
      <p className="unseen">
        <Trans>Loading…</Trans>
      </p>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className={css[shape]} aria-hidden="true" />
      ))}
    </div>
  );
}
