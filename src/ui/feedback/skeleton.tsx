// Placeholder in the final size of what is loading, so that nothing moves. Its text is for screen readers.
import { useLingui } from '@lingui/react/macro';
import css from './skeleton.module.css';

type Props = { readonly shape: 'lines' | 'card'; readonly count: number };

export function Skeleton({ shape, count }: Props) {
  const { t } = useLingui();
  return (
    <div className={css.place}>
      <p className="unseen">{t`Loading…`}</p>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className={css[shape]} aria-hidden="true" />
      ))}
    </div>
  );
}
