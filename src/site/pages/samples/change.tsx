// A text before and after its check: each finding is marked, and so is what replaces it.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SamplePart } from '#lib/rendering.ts';
import css from './change.module.css';

export const Change = ({ part: { before, after, marks } }: { part: Extract<SamplePart, { kind: 'change' }> }) => (
  <dl className={css.change}>
    <div>
      <dt>
        <Trans>Before</Trans>
      </dt>
      <dd>
        {markPassages(
          before,
          marks.map(([found = '']) => found),
          (text, index) => (
            <del key={index}>{text}</del>
          ),
        )}
      </dd>
    </div>
    <div className={css.after}>
      <dt>
        <Trans>After</Trans>
      </dt>
      <dd>
        {markPassages(
          after,
          marks.map(([, suggestion = '']) => suggestion),
          (text, index) => (
            <ins key={index}>{text}</ins>
          ),
        )}
      </dd>
    </div>
  </dl>
);

/** Each passage is searched after the one before it. */
function markPassages(text: string, passages: readonly string[], show: (passage: string, index: number) => ReactNode): ReactNode[] {
  let from = 0;
  const parts = passages.flatMap((passage, index) => {
    const at = text.indexOf(passage, from);
    if (at < 0) return [];
    const between = text.slice(from, at);
    from = at + passage.length;
    return [between, show(passage, index)];
  });
  return [...parts, text.slice(from)];
}
