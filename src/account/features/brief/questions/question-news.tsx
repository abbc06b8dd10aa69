// Tells screen readers which questions appear and disappear while a brief is filled in.
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';

type Props = {
  readonly fields: readonly CatalogueField[];
  /** Names of the questions that are not asked now. */
  readonly hidden: ReadonlySet<string>;
  /** Those when the form was shown: this part is loaded later. */
  readonly first: ReadonlySet<string>;
};

export function QuestionNews({ fields, hidden, first }: Props) {
  const [before, setBefore] = useState(first);
  const [news, setNews] = useState<{ readonly added: string; readonly removed: string }>({ added: '', removed: '' });
  if (before !== hidden) {
    setBefore(hidden);
    const listLabels = (is: ReadonlySet<string>, was: ReadonlySet<string>) =>
      fields.flatMap(({ name, label }) => (is.has(name) && !was.has(name) ? [label] : [])).join(' · ');
    const next = { added: listLabels(before, hidden), removed: listLabels(hidden, before) };
    if (next.added || next.removed) setNews(next);
  }
  const { added, removed } = news;
  return (
    <div className="unseen" role="status">
      {added ? <Trans>More to answer: {added}</Trans> : null} {removed ? <Trans>No longer needed: {removed}</Trans> : null}
    </div>
  );
}
