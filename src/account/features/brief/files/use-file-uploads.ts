// The files of one question: uploaded, in progress, and failed. The answer has an entry for each from the
// moment it is chosen, so that an order cannot be placed without a file that is still uploading.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isLargeKind } from '#lib/file-kind.ts';
import { call } from '#ui/api/client.ts';
import type { QuestionProps } from '../questions/question-props.ts';
import { readStoredFile, type StoredFile, writeStoredFile } from './stored-file.ts';
import { MAX_BYTES_AT_ONCE, uploadErrorMessage, uploadFile } from './upload.ts';

/** Of a recording, a film or a layered picture. */
const MAX_LARGE_BYTES = 5 * 1024 ** 3;

export type RefusedFile = { readonly key: number; readonly name: string; readonly words: MessageDescriptor | string };
/** Announced to screen readers. */
export type FileNews = { readonly what: 'added' | 'gone'; readonly name: string };

const words = {
  tooBig: msg`Files of this kind can be up to 10 MB.`,
  tooLarge: msg`Files can be up to 5 GB.`,
  tooMany: msg`This brief can’t take more files. Remove one first.`,
  empty: msg`This file is empty. Choose another one.`,
};

const findSizeError = ({ name, size }: File): MessageDescriptor | undefined => {
  if (size === 0) return words.empty;
  if (isLargeKind(name)) return size > MAX_LARGE_BYTES ? words.tooLarge : undefined;
  return size > MAX_BYTES_AT_ONCE ? words.tooBig : undefined;
};

const UPLOADING_PREFIX = 'coming-';
const MISSING_PREFIX = 'gone-';

export const isComing = ({ id }: StoredFile): boolean => id.startsWith(UPLOADING_PREFIX);
export const isGone = ({ id }: StoredFile): boolean => id.startsWith(MISSING_PREFIX);

let last = 0;

export function useFiles({ question: { name, max = 1 }, value, give }: Pick<QuestionProps, 'question' | 'value' | 'give'>) {
  const storedFiles = typeof value === 'object' ? value : [];
  const files = storedFiles.map(readStoredFile);
  const [parts, setParts] = useState<Readonly<Record<string, number>>>({});
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [news, setNews] = useState<FileNews>();
  // Uploads that end later start from the current value.
  const now = useRef(files);
  useLayoutEffect(() => {
    now.current = files;
  });
  const stops = useRef(new Map<string, AbortController>());
  const added = useRef(new Set<string>());

  const put = (next: readonly StoredFile[]) => {
    now.current = [...next];
    give(name, next.map(writeStoredFile));
  };
  const refuse = (file: string, why: MessageDescriptor | string) => {
    last += 1;
    setRefused((all) => [...all, { key: last, name: file, words: why }]);
  };

  async function send(file: File): Promise<void> {
    last += 1;
    const id = UPLOADING_PREFIX + last;
    const stop = new AbortController();
    stops.current.set(id, stop);
    put([...now.current, { id, bytes: file.size, name: file.name }]);
    try {
      const setPart = (part: number) => setParts((all) => ({ ...all, [id]: part }));
      const uploaded = await uploadFile(file, { onSent: setPart, signal: stop.signal });
      added.current.add(uploaded.id);
      put(now.current.map((each) => (each.id === id ? uploaded : each)));
      setNews({ what: 'added', name: uploaded.name });
    } catch (cause) {
      if (stop.signal.aborted) return;
      put(now.current.filter((each) => each.id !== id));
      refuse(file.name, uploadErrorMessage(cause));
    } finally {
      stops.current.delete(id);
    }
  }

  function add(chosen: Iterable<File>): void {
    setRefused([]);
    for (const file of chosen) {
      const why = now.current.length >= max ? words.tooMany : findSizeError(file);
      if (why) refuse(file.name, why);
      else void send(file);
    }
  }

  function remove({ id, name: file }: StoredFile): void {
    stops.current.get(id)?.abort();
    put(now.current.filter((each) => each.id !== id));
    setNews({ what: 'gone', name: file });
    // The same file may be used by a cart line; the server deletes unused files by itself.
    if (added.current.has(id)) call('POST /api/files/remove', { id }).catch(() => undefined);
  }

  useStanding(now, put);
  useEffect(() => {
    const all = stops.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);
  return {
    files,
    parts,
    refused,
    news,
    add,
    remove,
    dismiss: (key: number) => setRefused((all) => all.filter((each) => each.key !== key)),
  };
}

/**
 * Files of drafts older than a day, and uploads cut off by leaving the page, are gone from the server. They
 * are reported, not removed silently.
 */
function useStanding(now: { readonly current: readonly StoredFile[] }, put: (next: readonly StoredFile[]) => void): void {
  const check = useEffectEvent(() => {
    if (now.current.length === 0) return undefined;
    const controller = new AbortController();
    const initialIds = new Set(now.current.map(({ id }) => id));
    call('GET /api/files', undefined, { signal: controller.signal }).then(
      ({ files }) => {
        const there = new Set(files.map(({ id }) => id));
        const isThere = ({ id }: StoredFile) => there.has(id) || !initialIds.has(id);
        if (now.current.every(isThere)) return;
        put(now.current.map((file, at) => (isThere(file) ? file : { ...file, id: `${MISSING_PREFIX}${at}` })));
      },
      // The order call reports it instead.
      () => undefined,
    );
    return () => controller.abort();
  });
  useEffect(() => {
    return check();
  }, []);
}
