// A delivered text as it will be published: post kits as posts with their calendar, slogans as a board,
// hashtags as sets, everything else as an article.
import { useMemo } from 'react';
import { type Block, readMarkdown } from '#lib/markdown/markdown.ts';
import { Blocks, inOutline } from '../markdown.tsx';
import type { Publication } from '../types.ts';
import { PostCalendar } from './post-calendar.tsx';
import { PostCard } from './post-card.tsx';
import { partsOfKits } from './post-kits.ts';
import css from './published.module.css';
import { TagSets } from './tag-sets.tsx';

type Props = { readonly blocks: readonly Block[]; readonly publication: Publication };

/** The blocks of a text, parsed once for its display and for the positions in it. */
export const useBlocks = (text: string): readonly Block[] => useMemo(() => inOutline(readMarkdown(text)), [text]);

export function Published({ blocks, publication }: Props) {
  const { delivers } = publication;
  if (delivers === 'posts') return <PostKits blocks={blocks} publication={publication} />;
  return (
    <div className={delivers === 'phrases' ? css.board : css.article}>
      {delivers === 'hashtags' ? <TagSets blocks={blocks} /> : <Blocks blocks={blocks} />}
    </div>
  );
}

function PostKits({ blocks, publication }: Props) {
  const parts = partsOfKits(blocks);
  const kits = parts.flatMap((part) => (part.kind === 'kit' ? part : []));
  return (
    <div className={css.article}>
      {parts.map((part, index) =>
        part.kind === 'kit' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a changed text is rendered anew as a whole.
          <PostCard key={index} kit={part} publication={publication} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <Blocks key={index} blocks={part.blocks} />
        ),
      )}
      <PostCalendar kits={kits} />
    </div>
  );
}
