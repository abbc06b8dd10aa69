// Checks and cleans the owner's logo files. A file is text: SVG source, or a PNG as a data URL, so that
// versions of both are stored alike.

import { MAX_LOGO_BYTES, PNG_PREFIX } from '#lib/look/look.ts';
import type { LogoFile } from '#lib/rendering.ts';
import type { ErrorValues } from '#lib/yaml/source.ts';
import { hashShort } from '#platform/hash-inputs.ts';
import { getThreadUrl } from '#platform/paths.ts';
import { openThread, ThreadEnded, type ThreadLimits } from '#platform/threads/thread.ts';
import type { LogoErrorCode } from './errors.ts';

export type LogoError = { readonly code: LogoErrorCode; readonly values?: ErrorValues };

export type CleanedLogo = Omit<LogoFile, 'address'>;

const limits: ThreadLimits = { workMs: 10_000, idleMs: 5_000, memoryMb: 256 };
const thread = openThread<string, CleanedLogo | LogoError>(getThreadUrl('src/modules/content/source/logo-thread.ts'), limits);

/** `name`: part of the address, which changes with the content. */
export async function cleanLogo(name: string, text: string): Promise<LogoFile | LogoError> {
  if (text.length > (MAX_LOGO_BYTES * 4) / 3) return { code: 'too-large' };
  try {
    const clean = await thread.run(text);
    return 'code' in clean ? clean : { ...clean, address: getAddress(name, clean.text) };
  } catch (cause) {
    if (!(cause instanceof ThreadEnded)) throw cause;
    return { code: 'too-complex' };
  }
}

const getAddress = (name: string, text: string): string =>
  `/brand/${name}-${hashShort(text)}.${text.startsWith(PNG_PREFIX) ? 'png' : 'svg'}`;
