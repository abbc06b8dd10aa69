// How a version differs from the one before, word by word: with the library that finds it, which comes when somebody asks.
import { Trans } from '@lingui/react/macro';
import { diffWords } from 'diff';
import { useCallback, useMemo } from 'react';
import { locales } from '../../lib/locale.ts';
import { call } from '../client.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useVisit } from '../visit.ts';
import { Arrival } from './cabinet.tsx';
import css from './work.module.css';

type Props = { readonly before: string; readonly text: string };

export function Difference({ before, text }: Props) {
  const load = useCallback((signal: AbortSignal) => call('GET /api/orders/delivery', { id: before }, { signal }), [before]);
  const older = useLoaded(load);
  return (
    <Arrival wide of={older} waiting={<Skeleton shape="lines" count={6} />}>
      {(found) => <Words before={found.text} text={text} />}
    </Arrival>
  );
}

function Words({ before, text }: Props) {
  const { locale } = useVisit();
  // Where words stand without spaces they are found by a dictionary.
  const parts = useMemo(
    () => diffWords(before, text, { intlSegmenter: new Intl.Segmenter(locales[locale].intl, { granularity: 'word' }) }),
    [before, text, locale],
  );
  if (before === text)
    return (
      <p>
        <Trans>The text is the same.</Trans>
      </p>
    );
  return (
    <div className={css.source}>
      {parts.map(({ value, added, removed }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison stay where they are.
        added ? <ins key={index}>{value}</ins> : removed ? <del key={index}>{value}</del> : <span key={index}>{value}</span>,
      )}
    </div>
  );
}
