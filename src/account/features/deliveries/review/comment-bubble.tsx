// The button beside selected text that comments on it.

import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import css from './review.module.css';
import type { Passage } from './source-positions.ts';

type Bubble = { readonly passage: Passage; readonly left: number; readonly top: number };
const DEBOUNCE_MS = 150;
const GAP_PX = 8;
/** Below the handles of a selection by touch. */
const HANDLE_PX = 34;

type Props = { readonly place: RefObject<HTMLDivElement | null>; readonly comment: (passage: Passage) => void };

export function CommentBubble({ place, comment }: Props) {
  const [bubble, setBubble] = useState<Bubble>();
  useEffect(() => {
    let settle: ReturnType<typeof setTimeout> | undefined;
    const look = () => setBubble(place.current ? findBubble(place.current) : undefined);
    const lookLater = () => {
      clearTimeout(settle);
      settle = setTimeout(look, DEBOUNCE_MS);
    };
    document.addEventListener('selectionchange', lookLater);
    return () => {
      clearTimeout(settle);
      document.removeEventListener('selectionchange', lookLater);
    };
  }, [place]);
  if (!bubble) return null;
  return (
    <Button
      text={<Trans context="on a passage">Comment</Trans>}
      look="main"
      small
      className={css.bubble}
      style={{ left: bubble.left, top: bubble.top }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        comment(bubble.passage);
        getSelection()?.removeAllRanges();
        setBubble(undefined);
      }}
    />
  );
}

function findBubble(place: HTMLElement): Bubble | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const passage = findPassage(place, range);
  if (!passage) return undefined;
  const [shown, outer] = [range.getBoundingClientRect(), place.getBoundingClientRect()];
  return {
    passage,
    left: Math.min(Math.max(0, shown.left - outer.left), Math.max(0, outer.width - 140)),
    top: shown.bottom - outer.top + (matchMedia('(pointer: coarse)').matches ? HANDLE_PX : GAP_PX),
  };
}

/** The selected characters of the placed lines. */
function findPassage(place: HTMLElement, range: Range): Passage | undefined {
  const inside = [...place.querySelectorAll<HTMLElement>('[data-from]')].flatMap((line) => {
    if (!range.intersectsNode(line)) return [];
    const from = Number(line.dataset.from);
    const start = line.contains(range.startContainer) ? getOffset(line, range.startContainer, range.startOffset) : 0;
    const end = line.contains(range.endContainer) ? getOffset(line, range.endContainer, range.endOffset) : (line.textContent ?? '').length;
    return start < end ? { from: from + start, to: from + end } : [];
  });
  const [first, last] = [inside[0], inside.at(-1)];
  return first && last && { from: first.from, to: last.to };
}

function getOffset(line: HTMLElement, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}
