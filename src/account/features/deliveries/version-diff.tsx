// Word-by-word diff of a version and the one before, in a lazy chunk with its diff library.

import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getLanguage } from '#lib/locale.ts';
import { type Block, joinRuns, readMarkdown } from '#lib/markdown/markdown.ts';
import { WordDiff } from '#ui/display/word-diff.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { usePage } from '#ui/page/context.ts';
import { apiQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';

type Props = { readonly before: string; readonly text: string };

export function VersionDiff({ before, text }: Props) {
  const older = useQuery(apiQuery('GET /api/orders/delivery', { id: before }));
  return (
    <QueryState wide query={older} waiting={<Skeleton shape="lines" count={6} />}>
      {(found) => <Words before={found.text} text={text} />}
    </QueryState>
  );
}

function Words({ before, text }: Props) {
  const { t } = useLingui();
  const { locale } = usePage();
  if (before === text) return <p>{t`Nothing changed.`}</p>;
  return <WordDiff before={toPlainText(before)} text={toPlainText(text)} language={getLanguage(locale).intl} />;
}

/** As it is read, without the signs of Markdown: an empty line between two blocks, a line for each item. */
const toPlainText = (source: string): string => readMarkdown(source).map(toPlainBlock).join('\n\n');

function toPlainBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return joinRuns(block.runs);
    case 'list':
      return block.items
        .map((item, index) => `${block.ordered ? `${block.start + index}.` : '•'} ${item.map(toPlainBlock).join('\n')}`)
        .join('\n');
    case 'quote':
      return block.blocks.map(toPlainBlock).join('\n\n');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(joinRuns).join(' · ')).join('\n');
    case 'code':
      return block.text;
    case 'rule':
      return '—';
  }
}
