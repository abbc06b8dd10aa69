import css from './progress-bar.module.css';

/** Shown when a navigation is slow; the new page is announced elsewhere. */
export const ProgressBar = ({ busy }: { busy: boolean }) => (
  <div className={css.bar} data-busy={busy ? '' : undefined} aria-hidden="true" />
);
