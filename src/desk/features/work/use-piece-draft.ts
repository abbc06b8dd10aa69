// The text of a piece, saved a moment after the last key and when the page is left; after a failed request it is saved again by itself. What is not saved yet
// survives a reload in the tab's storage. A newer text of somebody else is never overwritten: it is shown, and the operator decides.
import { useEffect, useRef, useState } from 'react';
import type { DeskPiece } from '../../../modules/desk/work/shapes.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMe } from '../../shared/api/me.ts';
import { draftKey, readDraft, writeDraft } from '../../shared/forms/use-form-draft.ts';

const REST_MS = 1_200;
const RETRY_MS = 5_000;
/** Browsers limit what is sent while a page closes to 64 kB. */
const MAX_KEEPALIVE_BYTES = 60_000;

type Theirs = { readonly text: string; readonly version: number; readonly name: string };
export type PieceDraft = {
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

export function usePieceDraft(piece: DeskPiece, mayWrite: boolean): PieceDraft {
  const me = useMe();
  const key = draftKey(me.id, `piece.text.${piece.id}`);
  const [unsaved] = useState(() => (mayWrite ? unsavedOf(readDraft(key), piece.draft) : undefined));
  const [text, setText] = useState(unsaved?.text ?? piece.draft?.text ?? '');
  const [state, setState] = useState<PieceDraft['state']>('saved');
  const [failure, setFailure] = useState<DeskApiError>();
  const [theirs, setTheirs] = useState<Theirs>();
  const version = useRef(unsaved?.version ?? piece.draft?.version ?? 0);
  const saved = useRef(piece.draft?.text ?? '');
  const latest = useRef(text);
  const going = useRef<Promise<void>>(undefined);

  /** What is on its way to the server. */
  const sending = useRef<string>(undefined);

  const store = () =>
    writeDraft(
      key,
      latest.current === saved.current ? undefined : { text: latest.current, version: version.current, sent: sending.current ?? null },
    );
  const write = (typed: string) => {
    latest.current = typed;
    store();
    setText(typed);
  };
  const send = async (isLeaving: boolean): Promise<void> => {
    const sent = latest.current;
    setState('saving');
    setFailure(undefined);
    sending.current = sent;
    store();
    try {
      const keepalive = isLeaving && new Blob([sent]).size < MAX_KEEPALIVE_BYTES;
      const answer = await callDesk('POST /api/piece/draft', { pieceId: piece.id, version: version.current, text: sent }, { keepalive });
      if (answer.saved) {
        version.current = answer.version;
        saved.current = sent;
        sending.current = undefined;
        store();
        setState(latest.current === sent ? 'saved' : 'writing');
      } else {
        setTheirs({ text: answer.text ?? '', version: answer.version, name: answer.by.name });
        setState('failed');
      }
    } catch (cause) {
      if (!(cause instanceof DeskApiError)) throw cause;
      setFailure(cause);
      setState('failed');
    }
  };
  const save = async (isLeaving = false): Promise<number> => {
    // One after the other: each is written on what the one before has saved.
    while (going.current) await going.current;
    if (latest.current !== saved.current) {
      going.current = send(isLeaving).finally(() => {
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
    const left = () => document.visibilityState === 'hidden' && void save(true);
    document.addEventListener('visibilitychange', left);
    return () => {
      document.removeEventListener('visibilitychange', left);
      void save(true);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure starts one more attempt.
  useEffect(() => {
    if (!failure || !isTemporary(failure)) return undefined;
    const retry = () => void save();
    const timer = setTimeout(retry, RETRY_MS);
    addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', retry);
    };
  }, [failure]);
  // A newer one of somebody else comes in where nothing was written here.
  useEffect(() => {
    const newer = piece.draft;
    if (!newer || newer.version <= version.current || latest.current !== saved.current) return;
    version.current = newer.version;
    saved.current = newer.text;
    latest.current = newer.text;
    setText(newer.text);
  }, [piece.draft]);

  return {
    ...{ text, state, theirs, save, write, why: failure?.message ?? '', version: version.current },
    settle(keep) {
      if (!theirs) return;
      version.current = theirs.version;
      saved.current = theirs.text;
      if (keep === 'theirs') write(theirs.text);
      else store();
      setTheirs(undefined);
      setState(keep === 'theirs' ? 'saved' : 'writing');
    },
  };
}

/** No connection, or a server that is busy or down: the same request may succeed later. */
const isTemporary = ({ status }: DeskApiError): boolean => status === 0 || status === 429 || status >= 500;

type Stored = { readonly text: string; readonly version: number; readonly sent: string | null };

/** Undefined if it was saved after all. What was on its way when the page closed may have arrived: then it was written on that. */
function unsavedOf(stored: object | undefined, draft: DeskPiece['draft']): Pick<Stored, 'text' | 'version'> | undefined {
  const { text, version, sent } = (stored ?? {}) as Partial<Stored>;
  if (text === undefined || version === undefined || text === draft?.text) return undefined;
  return { text, version: draft && draft.text === sent ? draft.version : version };
}
