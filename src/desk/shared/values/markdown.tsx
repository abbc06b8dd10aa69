// A Markdown text as its reader sees it.
import { useMemo } from 'react';
import { readMarkdown } from '#lib/markdown/markdown.ts';
import { Blocks, fixOutline } from '#ui/display/markdown.tsx';
import styles from './markdown.module.css';

export function Markdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => fixOutline(readMarkdown(text)), [text]);
  return (
    <div className={styles.markdown}>
      <Blocks blocks={blocks} />
    </div>
  );
}
