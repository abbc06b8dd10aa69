// A delivered text as it will be published: post kits as posts with their calendar, slogans as a board,
// hashtags as sets, everything else as an article.

import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { type Block, joinRuns, readMarkdown } from '#lib/markdown/markdown.ts';
import { getDateTag } from '#lib/time/date.ts';
import { Blocks, fixOutline } from '#ui/display/markdown.tsx';
import { usePage } from '#ui/page/context.ts';
import type { Publication } from '../types.ts';
import { CopyButton } from './copy-button.tsx';
import { PostCard } from './post-card.tsx';
import { groupByWeek, type Kit, splitKits } from './post-kits.ts';
import css from './published.module.css';

type Props = { readonly blocks: readonly Block[]; readonly publication: Publication };

/** The blocks of a text, parsed once for its display and for the positions in it. */
export const useBlocks = (text: string): readonly Block[] => useMemo(() => fixOutline(readMarkdown(text)), [text]);

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
  const parts = splitKits(blocks);
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

/** Sets of hashtags: each as the line that is posted, above its list with the reasons. */
const TAG = /^#[\p{L}\p{N}_]+/u;

const TagSets = ({ blocks }: { readonly blocks: readonly Block[] }) =>
  blocks.map((block, index) => {
    const tags = listTags(block);
    const heading = blocks[index - 1];
    const line = tags.join(' ');
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a changed text is rendered anew as a whole.
      <div key={index}>
        {tags.length > 0 ? (
          <div className={css.tags}>
            <p>{line}</p>
            <CopyButton text={line} label={heading?.kind === 'heading' ? joinRuns(heading.runs) : ''} />
          </div>
        ) : null}
        <Blocks blocks={[block]} />
      </div>
    );
  });

/** The tags of a list whose items all begin with one. */
function listTags(block: Block): readonly string[] {
  if (block.kind !== 'list') return [];
  const tags = block.items.map(([first]) => (first?.kind === 'paragraph' ? TAG.exec(joinRuns(first.runs))?.[0] : undefined));
  return tags.every((tag) => tag !== undefined) ? tags : [];
}

/** The posts of a delivery as a calendar, week by week. */
function PostCalendar({ kits }: { readonly kits: readonly Kit[] }) {
  const { t } = useLingui();
  const { locale, shell } = usePage();
  const weeks = groupByWeek(kits.map(({ day }) => day));
  const [week] = weeks;
  if (!week) return null;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format: show } = new Intl.DateTimeFormat(getDateTag(shell.dateLocale, locale), { ...options, timeZone: 'UTC' });
    return (day: string) => show(new Date(`${day}T00:00:00Z`));
  };
  const [weekday, date] = [format({ weekday: 'short' }), format({ month: 'short', day: 'numeric' })];
  return (
    <table className={css.calendar}>
      <caption>{t`Posting calendar`}</caption>
      <thead>
        <tr>
          {week.map((day) => (
            <th key={day} scope="col">
              {weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((days) => (
          <tr key={days[0]}>
            {days.map((day) => {
              const posts = kits.filter((kit) => kit.day === day);
              return (
                <td key={day} data-busy={posts.length > 0 ? '' : undefined}>
                  <small>{date(day)}</small>
                  {posts.map((kit) => (
                    <b key={joinRuns(kit.title.runs)}>{joinRuns(kit.title.runs).split(/[:：]/, 1)[0]}</b>
                  ))}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
