// A delivered text in which passages can be marked: by selecting them, by tapping a paragraph, or by the
// button of a paragraph.
import { useLingui } from '@lingui/react/macro';
import { type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { type Block, joinRuns, type MarkdownRun } from '#lib/markdown/markdown.ts';
import { type Annotations, AnnotationsContext } from '#ui/display/markdown.tsx';
import { splitSegments } from '../text-segments.ts';
import { CommentBubble } from './comment-bubble.tsx';
import css from './review.module.css';
import { findPassage, locateRuns, type Passage, type PlacedLine } from './source-positions.ts';
import { type Comment, getKey, type Revision } from './use-revision.ts';

type Props = {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly revision: Revision;
  readonly place: RefObject<HTMLDivElement | null>;
  /** Shown below the paragraph of these comments, where there is no room beside the text. */
  readonly below: (marks: readonly Comment[]) => ReactNode;
  readonly children: ReactNode;
};

export function AnnotatedText({ text, blocks, revision, place, below, children }: Props) {
  const { t } = useLingui();
  const places = useMemo(() => locateRuns(text, blocks), [text, blocks]);
  const { marks, current } = revision;
  const annotations: Annotations = {
    run: (run) =>
      places.get(run)?.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a run never change.
        <Line key={index} line={line} marks={marks} current={current} />
      )) ?? run.text,
    block: (runs, drawn) => {
      const passage = findPassage(runs, places);
      if (!passage) return drawn;
      const own = marks.filter(({ from }) => from >= passage.from && from < passage.to);
      return (
        <AnnotatedBlock
          passage={passage}
          label={t`Comment on “${getStart(runs)}”`}
          revision={revision}
          notes={own.length > 0 ? below(own) : null}
        >
          {drawn}
        </AnnotatedBlock>
      );
    },
  };
  return (
    <div ref={place} className={css.text}>
      <AnnotationsContext value={annotations}>{children}</AnnotationsContext>
      <CommentBubble place={place} comment={revision.add} />
    </div>
  );
}

const START_CHARS = 40;

function getStart(runs: readonly MarkdownRun[]): string {
  const letters = [...joinRuns(runs).trim()];
  return letters.length > START_CHARS ? `${letters.slice(0, START_CHARS).join('')}…` : letters.join('');
}

type AnnotatedLineProps = { readonly line: PlacedLine; readonly marks: Revision['marks']; readonly current: string | undefined };

/** `data-from`: its position in the source, for selections. */
function Line({ line: { text, from }, marks, current }: AnnotatedLineProps) {
  if (from === undefined) return text;
  const inside = marks
    .filter((mark) => mark.from < from + text.length && mark.to > from)
    .map((mark) => ({ from: Math.max(0, mark.from - from), to: Math.min(text.length, mark.to - from), key: getKey(mark) }));
  return (
    <span data-from={from}>
      {splitSegments(text, inside).map((segment) => {
        if (!segment.isMarked) return segment.text;
        const keys = inside.filter((at) => at.from <= segment.from && at.to > segment.from).map(({ key }) => key);
        return (
          <mark key={segment.from} data-key={keys.at(-1)} data-current={keys.some((key) => key === current) ? '' : undefined}>
            {segment.text}
          </mark>
        );
      })}
    </span>
  );
}

type AnnotatedBlockProps = {
  readonly passage: Passage;
  readonly label: string;
  readonly revision: Revision;
  readonly notes: ReactNode;
  readonly children: ReactNode;
};

/** A click on a mark opens its comment; a tap elsewhere comments on the paragraph. */
function AnnotatedBlock({ passage, label, revision: { add, open }, notes, children }: AnnotatedBlockProps) {
  // The click itself does not say so in every browser.
  const isTouch = useRef(false);
  const down = ({ pointerType }: PointerEvent) => {
    isTouch.current = pointerType === 'touch';
  };
  const tap = ({ target }: MouseEvent<HTMLDivElement>) => {
    if (getSelection()?.isCollapsed === false || (target instanceof Element && target.closest('a, button'))) return;
    const mark = target instanceof Element ? target.closest<HTMLElement>('mark[data-key]') : null;
    if (mark) open(mark.dataset.key);
    else if (isTouch.current) add(passage);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a tap on the text; keys and screen readers have the button. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <div className={css.block} data-block="" onPointerDown={down} onClick={tap}>
        {children}
        <button type="button" className={css.add} aria-label={label} onClick={() => add(passage)}>
          <span aria-hidden="true">+</span>
        </button>
      </div>
      {notes}
    </>
  );
}
