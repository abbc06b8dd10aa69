// The comments of a revision that is being written; kept as a draft until it is sent.
import { useState } from 'react';
import { dropDraft, readDraft, saveDraft } from '#ui/browser/draft-store.ts';
import { getDraftKey } from '#ui/browser/storage.ts';
import type { Passage } from './source-positions.ts';

export type Comment = Passage & { readonly note: string };
/** A comment on a point of a picture. */
export type Pin = { readonly fileId: string; readonly x: number; readonly y: number; readonly note: string };
/** A comment at a second of a recording or a film. */
export type TimeMark = { readonly fileId: string; readonly at: number; readonly note: string };
export type Draft = {
  readonly marks: readonly Comment[];
  readonly pins: readonly Pin[];
  readonly timeMarks: readonly TimeMark[];
  readonly note: string;
};

export type Revision = ReturnType<typeof useRevision>;

export function useRevision(deliveryId: string, text: string) {
  const key = getDraftKey(`revision-${deliveryId}`);
  const [draft, setDraft] = useState<Draft>(() => parseDraft(readDraft(key), text));
  const [current, setCurrent] = useState<string>();
  const put = (next: Draft) => {
    setDraft(next);
    saveDraft(key, () => JSON.stringify(next));
  };
  return {
    ...draft,
    /** The comment that was added or opened last, by its key. */
    current,
    open: setCurrent,
    /** A comment that stayed empty makes way for the next one. */
    add: (passage: Passage) => {
      setCurrent(getKey(passage));
      if (draft.marks.some((each) => getKey(each) === getKey(passage))) return;
      put({
        ...draft,
        marks: [...listWrittenComments(draft), { from: passage.from, to: passage.to, note: '' }].toSorted((a, b) => a.from - b.from),
      });
    },
    change: (passage: Passage, note: string) =>
      put({ ...draft, marks: draft.marks.map((each) => (getKey(each) === getKey(passage) ? { ...each, note } : each)) }),
    remove: (passage: Passage) => {
      setCurrent(undefined);
      put({ ...draft, marks: draft.marks.filter((each) => getKey(each) !== getKey(passage)) });
    },
    setPins: (pins: readonly Pin[]) => put({ ...draft, pins }),
    setTimeMarks: (timeMarks: readonly TimeMark[]) => put({ ...draft, timeMarks }),
    setNote: (note: string) => put({ ...draft, note }),
    drop: () => dropDraft(key),
  };
}

export const isWritten = ({ note }: Pick<Comment, 'note'>): boolean => note.trim() !== '';
/** Without those that are still empty. */
export const listWrittenComments = ({ marks }: Pick<Draft, 'marks'>): readonly Comment[] => marks.filter(isWritten);
export const countWritten = ({ marks, pins, timeMarks }: Omit<Draft, 'note'>): number =>
  [...marks, ...pins, ...timeMarks].filter(isWritten).length;

export const getKey = ({ from, to }: Passage): string => `${from}-${to}`;

/** Stored by this browser, perhaps by another version of the page. */
function parseDraft(stored: string | undefined, text: string): Draft {
  try {
    const { marks = [], pins = [], timeMarks = [], note = '' } = JSON.parse(stored ?? '{}') as Partial<Draft>;
    return { note: String(note), pins, timeMarks, marks: marks.filter(({ from, to }) => from >= 0 && from < to && to <= text.length) };
  } catch {
    return { marks: [], pins: [], timeMarks: [], note: '' };
  }
}
