// Sets of hashtags: each as the line that is posted, above its list with the reasons.
import { type Block, wordsOfRuns } from '#lib/markdown/markdown.ts';
import { Blocks } from '../markdown.tsx';
import { CopyButton } from './copy-button.tsx';
import css from './published.module.css';

const TAG = /^#[\p{L}\p{N}_]+/u;

export const TagSets = ({ blocks }: { readonly blocks: readonly Block[] }) =>
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
            <CopyButton text={line} label={heading?.kind === 'heading' ? wordsOfRuns(heading.runs) : ''} />
          </div>
        ) : null}
        <Blocks blocks={[block]} />
      </div>
    );
  });

/** The tags of a list whose items all begin with one. */
function listTags(block: Block): readonly string[] {
  if (block.kind !== 'list') return [];
  const tags = block.items.map(([first]) => (first?.kind === 'paragraph' ? TAG.exec(wordsOfRuns(first.runs))?.[0] : undefined));
  return tags.every((tag) => tag !== undefined) ? tags : [];
}
