// What is being written, saved by itself a moment after the last key and when the window is left. Somebody else's newer text is never written over: it is
// shown, and whoever writes decides.
import { useEffect, useRef, useState } from 'react';
import type { DeskPiece } from '../../../modules/desk/work/shapes.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';

const REST_MS = 1_200;

type Theirs = { readonly text: string; readonly version: number; readonly name: string };
export type Draft = {
  readonly text: string;
  readonly write: (text: string) => void;
  readonly state: 'saved' | 'writing' | 'saving' | 'failed';
  readonly why: string;
  /** Of what is saved. */
  readonly version: number;
  readonly theirs: Theirs | undefined;
  /** Ends a conflict: with mine, or with theirs. */
  readonly settle: (keep: 'mine' | 'theirs') => void;
  /** Resolves with the version that holds what is here. */
  readonly save: () => Promise<number>;
};

export function useDraft(piece: DeskPiece): Draft {
  const [text, setText] = useState(piece.draft?.text ?? '');
  const [state, setState] = useState<Draft['state']>('saved');
  const [why, setWhy] = useState('');
  const [theirs, setTheirs] = useState<Theirs>();
  const version = useRef(piece.draft?.version ?? 0);
  const saved = useRef(text);
  const latest = useRef(text);
  latest.current = text;
  const going = useRef<Promise<void>>(undefined);

  const send = async (): Promise<void> => {
    const sent = latest.current;
    setState('saving');
    try {
      const answer = await callDesk('POST /api/piece/draft', { pieceId: piece.id, version: version.current, text: sent });
      if (answer.saved) {
        version.current = answer.version;
        saved.current = sent;
        setState(latest.current === sent ? 'saved' : 'writing');
      } else {
        setTheirs({ text: answer.text ?? '', version: answer.version, name: answer.by.name });
        setState('failed');
      }
    } catch (cause) {
      if (!(cause instanceof DeskApiError)) throw cause;
      setWhy(cause.message);
      setState('failed');
    }
  };
  const save = async (): Promise<number> => {
    // One after the other: each is written on what the one before has saved.
    while (going.current) await going.current;
    if (latest.current !== saved.current) {
      going.current = send().finally(() => {
        going.current = undefined;
      });
      await going.current;
    }
    return version.current;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the rest anew.
  useEffect(() => {
    if (text === saved.current || theirs) return undefined;
    setState('writing');
    const timer = setTimeout(() => void save(), REST_MS);
    return () => clearTimeout(timer);
  }, [text, theirs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for with every leaving, as it is then.
  useEffect(() => {
    const left = () => document.visibilityState === 'hidden' && void save();
    document.addEventListener('visibilitychange', left);
    return () => {
      document.removeEventListener('visibilitychange', left);
      void save();
    };
  }, []);
  // A newer one of somebody else comes in where nothing was written here.
  useEffect(() => {
    const newer = piece.draft;
    if (!newer || newer.version <= version.current || latest.current !== saved.current) return;
    version.current = newer.version;
    saved.current = newer.text;
    setText(newer.text);
  }, [piece.draft]);

  return {
    ...{ text, state, why, theirs, save, version: version.current },
    write: setText,
    settle(keep) {
      if (!theirs) return;
      version.current = theirs.version;
      saved.current = theirs.text;
      if (keep === 'theirs') setText(theirs.text);
      setTheirs(undefined);
      setState(keep === 'theirs' ? 'saved' : 'writing');
    },
  };
}
