// Autosaves the text of a piece: shortly after the last key, when the page closes, and again after a failure.
// Unsaved text survives a reload in the tab's storage. A newer text by another operator is never overwritten:
// the operator decides.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeskPiece } from '#modules/fulfilment/desk/shapes.ts';
import type { DeskSent } from '../../../desk-api.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMe } from '../../shared/api/me.ts';
import { getFormDraftKey, readFormDraft, writeFormDraft } from '../../shared/forms/form-drafts.ts';

const DEBOUNCE_MS = 1_200;
const RETRY_MS = 5_000;
/** Browsers limit `keepalive` bodies to 64 kB. */
const MAX_KEEPALIVE_BYTES = 60_000;

type Theirs = { readonly text: string; readonly version: number; readonly name: string };
export type PieceDraft = {
  readonly text: string;
  readonly write: (text: string) => void;
  readonly state: 'saved' | 'writing' | 'saving' | 'failed';
  readonly why: string;
  /** Version of the saved text. */
  readonly version: number;
  readonly theirs: Theirs | undefined;
  /** Resolves a conflict: keep mine or take theirs. */
  readonly settle: (keep: 'mine' | 'theirs') => void;
  /** Saves and resolves with the version of the current text. */
  readonly save: () => Promise<number>;
};

export function usePieceDraft(piece: DeskPiece, mayWrite: boolean): PieceDraft {
  const { unsaved, put } = useUnsavedText(piece, mayWrite);
  const [text, setText] = useState(unsaved?.text ?? piece.draft?.text ?? '');
  const [state, setState] = useState<PieceDraft['state']>('saved');
  const [failure, setFailure] = useState<DeskApiError>();
  const [theirs, setTheirs] = useState<Theirs>();
  const [shownVersion, setShownVersion] = useState(unsaved?.version ?? piece.draft?.version ?? 0);
  /** A save must not wait for a render to know it. */
  const version = useRef(shownVersion);
  const saved = useRef(piece.draft?.text ?? '');
  const latest = useRef(text);
  /** The save in flight. */
  const sending = useRef<string>(null);
  const going = useRef<Promise<void>>(undefined);

  const store = () => put({ text: latest.current, version: version.current, sent: sending.current }, latest.current !== saved.current);
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
      const answer = await saveText({ pieceId: piece.id, version: version.current, text: sent }, isLeaving);
      if (answer.saved) {
        version.current = answer.version;
        setShownVersion(answer.version);
        saved.current = sent;
        sending.current = null;
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
    await runInSequence(going, async () => {
      if (latest.current !== saved.current) await send(isLeaving);
    });
    return version.current;
  };
  useSaveAfterTyping({ text, theirs, saved }, () => setState('writing'), save);
  useBackgroundSaves(failure, save);
  // Take a newer text if there are no local changes.
  useEffect(() => {
    const newer = piece.draft;
    if (!newer || newer.version <= version.current || latest.current !== saved.current) return;
    version.current = newer.version;
    setShownVersion(newer.version);
    saved.current = newer.text;
    latest.current = newer.text;
    setText(newer.text);
  }, [piece.draft]);

  return {
    ...{ text, state, theirs, save, write, why: failure?.message ?? '', version: shownVersion },
    settle(keep) {
      if (!theirs) return;
      version.current = theirs.version;
      setShownVersion(theirs.version);
      saved.current = theirs.text;
      if (keep === 'theirs') write(theirs.text);
      else store();
      setTheirs(undefined);
      setState(keep === 'theirs' ? 'saved' : 'writing');
    },
  };
}

/** Saves run in sequence: each is based on the version of the one before. */
async function runInSequence(going: RefObject<Promise<void> | undefined>, work: () => Promise<void>): Promise<void> {
  while (going.current) await going.current;
  going.current = work().finally(() => {
    going.current = undefined;
  });
  await going.current;
}

function saveText(sent: DeskSent<'POST /api/piece/draft'>, isLeaving: boolean) {
  return callDesk('POST /api/piece/draft', sent, { keepalive: isLeaving && new Blob([sent.text]).size < MAX_KEEPALIVE_BYTES });
}

function useUnsavedText(piece: DeskPiece, mayWrite: boolean) {
  const me = useMe();
  const key = getFormDraftKey(me.id, `piece.text.${piece.id}`);
  const [unsaved] = useState(() => (mayWrite ? findUnsaved(readFormDraft(key), piece.draft) : undefined));
  return { unsaved, put: (text: Stored, isUnsaved: boolean) => writeFormDraft(key, isUnsaved ? text : undefined) };
}

type UnsavedText = Pick<PieceDraft, 'text' | 'theirs'> & { readonly saved: RefObject<string> };

/** Every key restarts the delay. */
function useSaveAfterTyping({ text, theirs, saved }: UnsavedText, begin: () => void, save: () => Promise<number>): void {
  const beginSaving = useEffectEvent(begin);
  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    if (text === saved.current || theirs) return undefined;
    beginSaving();
    const timer = setTimeout(() => saveNow(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, theirs, saved]);
}

/** Saves when the page closes and after a failed request. */
function useBackgroundSaves(failure: DeskApiError | undefined, save: (isLeaving?: boolean) => Promise<number>): void {
  const saveOnLeave = useEffectEvent(() => void save(true));
  const saveAgain = useEffectEvent(() => void save());
  useEffect(() => {
    const saveIfHidden = () => document.visibilityState === 'hidden' && saveOnLeave();
    document.addEventListener('visibilitychange', saveIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', saveIfHidden);
      saveOnLeave();
    };
  }, []);
  useEffect(() => {
    if (!failure || !isTemporary(failure)) return undefined;
    const retry = () => saveAgain();
    const timer = setTimeout(retry, RETRY_MS);
    addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', retry);
    };
  }, [failure]);
}

/** No connection, or a server that is busy or down: the same request may succeed later. */
const isTemporary = ({ status }: DeskApiError): boolean => status === 0 || status === 429 || status >= 500;

type Stored = { readonly text: string; readonly version: number; readonly sent: string | null };

/** Undefined if the text was saved after all: a request sent while the page closed may have arrived. */
function findUnsaved(stored: object | undefined, draft: DeskPiece['draft']): Pick<Stored, 'text' | 'version'> | undefined {
  const { text, version, sent } = (stored ?? {}) as Partial<Stored>;
  if (text === undefined || version === undefined || text === draft?.text) return undefined;
  return { text, version: draft && draft.text === sent ? draft.version : version };
}
