import css from './progress-bar.module.css';

/** Shown when a page takes longer than a moment; what has come is announced elsewhere. */
export const ProgressBar = ({ busy }: { busy: boolean }) => (
  <div className={css.bar} data-busy={busy ? '' : undefined} aria-hidden="true" />
);
