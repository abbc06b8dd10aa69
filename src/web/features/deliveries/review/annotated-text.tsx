// A delivered text in which passages can be marked: by selecting them, by tapping a paragraph, or by the button of a paragraph.
import { Trans, useLingui } from '@lingui/react/macro';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type Block, type MarkdownRun, wordsOfRuns } from '../../../../lib/markdown/markdown.ts';
import button from '../../../../ui/styles/button.module.css';
import { type Annotations, AnnotationsContext } from '../annotations.ts';
import { segmentsOf } from '../text-segments.ts';
import css from './review.module.css';
import { locateRuns, type Passage, type PlacedLine, passageOf } from './source-positions.ts';
import { keyOf, type Revision } from './use-revision.ts';

type Props = {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly revision: Revision;
  /** Called with a passage to comment on. */
  readonly comment: (passage: Passage) => void;
  readonly children: ReactNode;
};

export function AnnotatedText({ text, blocks, revision, comment, children }: Props) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const places = useMemo(() => locateRuns(text, blocks), [text, blocks]);
  const { marks, current } = revision;
  const annotations: Annotations = {
    run: (run) =>
      places.get(run)?.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a run never change.
        <Line key={index} line={line} marks={marks} current={current} />
      )) ?? run.text,
    block: (runs, drawn) => {
      const passage = passageOf(runs, places);
      if (!passage) return drawn;
      return (
        <BlockOf passage={passage} label={t`Comment on “${startOf(runs)}”`} comment={comment}>
          {drawn}
        </BlockOf>
      );
    },
  };
  return (
    <div ref={place} className={css.text}>
      <AnnotationsContext value={annotations}>{children}</AnnotationsContext>
      <CommentBubble place={place} comment={comment} />
    </div>
  );
}

const START_CHARS = 40;

function startOf(runs: readonly MarkdownRun[]): string {
  const letters = [...wordsOfRuns(runs).trim()];
  return letters.length > START_CHARS ? `${letters.slice(0, START_CHARS).join('')}…` : letters.join('');
}

type AnnotatedLineProps = { readonly line: PlacedLine; readonly marks: Revision['marks']; readonly current: string | undefined };

/** `data-from`: its position in the source, for selections. */
function Line({ line: { text, from }, marks, current }: AnnotatedLineProps) {
  if (from === undefined) return text;
  const inside = marks
    .filter((mark) => mark.from < from + text.length && mark.to > from)
    .map((mark) => ({ from: Math.max(0, mark.from - from), to: Math.min(text.length, mark.to - from), key: keyOf(mark) }));
  return (
    <span data-from={from}>
      {segmentsOf(text, inside).map((segment) =>
        segment.isMarked ? (
          <mark
            key={segment.from}
            data-current={
              inside.some(({ key, ...at }) => key === current && at.from <= segment.from && at.to > segment.from) ? '' : undefined
            }
          >
            {segment.text}
          </mark>
        ) : (
          segment.text
        ),
      )}
    </span>
  );
}

type BlockOfProps = {
  readonly passage: Passage;
  readonly label: string;
  readonly comment: (passage: Passage) => void;
  readonly children: ReactNode;
};

function BlockOf({ passage, label, comment, children }: BlockOfProps) {
  const tap = ({ nativeEvent, target }: MouseEvent<HTMLDivElement>) => {
    if (!(nativeEvent instanceof PointerEvent) || nativeEvent.pointerType !== 'touch') return;
    if (getSelection()?.isCollapsed === false || (target instanceof Element && target.closest('a, button'))) return;
    comment(passage);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap on the text; keys and screen readers have the button.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div className={css.block} onClick={tap}>
      {children}
      <button type="button" className={css.add} aria-label={label} onClick={() => comment(passage)}>
        <span aria-hidden="true">+</span>
      </button>
    </div>
  );
}

type Bubble = { readonly passage: Passage; readonly left: number; readonly top: number };
const SETTLES_MS = 150;

/** Beside the selected text. */
function CommentBubble({
  place,
  comment,
}: {
  readonly place: React.RefObject<HTMLDivElement | null>;
  readonly comment: (passage: Passage) => void;
}) {
  const [bubble, setBubble] = useState<Bubble>();
  useEffect(() => {
    let settle: ReturnType<typeof setTimeout> | undefined;
    const look = () => setBubble(place.current ? bubbleIn(place.current) : undefined);
    const changed = () => {
      clearTimeout(settle);
      settle = setTimeout(look, SETTLES_MS);
    };
    document.addEventListener('selectionchange', changed);
    return () => {
      clearTimeout(settle);
      document.removeEventListener('selectionchange', changed);
    };
  }, [place]);
  if (!bubble) return null;
  return (
    <button
      type="button"
      className={`${button.main} ${button.small} ${css.bubble}`}
      style={{ left: bubble.left, top: bubble.top }}
      // The selection stays until the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        comment(bubble.passage);
        getSelection()?.removeAllRanges();
        setBubble(undefined);
      }}
    >
      <Trans context="on a passage">Comment</Trans>
    </button>
  );
}

function bubbleIn(place: HTMLElement): Bubble | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const passage = passageIn(place, range);
  if (!passage) return undefined;
  const [shown, outer] = [range.getBoundingClientRect(), place.getBoundingClientRect()];
  return {
    passage,
    left: Math.min(Math.max(0, shown.left - outer.left), Math.max(0, outer.width - 140)),
    top: shown.bottom - outer.top + 8,
  };
}

/** The selected characters of the placed lines. */
function passageIn(place: HTMLElement, range: Range): Passage | undefined {
  const inside = [...place.querySelectorAll<HTMLElement>('[data-from]')].flatMap((line) => {
    if (!range.intersectsNode(line)) return [];
    const from = Number(line.dataset.from);
    const start = line.contains(range.startContainer) ? offsetIn(line, range.startContainer, range.startOffset) : 0;
    const end = line.contains(range.endContainer) ? offsetIn(line, range.endContainer, range.endOffset) : (line.textContent ?? '').length;
    return start < end ? { from: from + start, to: from + end } : [];
  });
  const [first, last] = [inside[0], inside.at(-1)];
  return first && last && { from: first.from, to: last.to };
}

function offsetIn(line: HTMLElement, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}
