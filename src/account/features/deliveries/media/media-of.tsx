// Loads what shows the files of a delivery, if a page can show any.
import { useState } from 'react';
import { findMedia } from '#lib/file-media.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import type { Revision } from '../review/use-revision.ts';
import type { Delivery } from '../types.ts';

const DeliveryMedia = createLazyPart(() => import('./delivery-media.tsx').then(({ DeliveryMedia }) => DeliveryMedia));

type Props = { readonly delivery: Delivery; readonly revision?: Revision | undefined };

export function DeliveredMedia({ delivery, revision }: Props) {
  // The files can still be downloaded.
  const [isGone, setIsGone] = useState(false);
  if (isGone || !delivery.files.some(isShown)) return null;
  return <DeliveryMedia delivery={delivery} revision={revision} onMissing={() => setIsGone(true)} />;
}

const isShown = ({ name, entries }: Delivery['files'][number]): boolean => findMedia(name) !== undefined || entries !== undefined;

/** Then an empty sheet of paper would say nothing. */
export const isOnlyFiles = ({ text, files, links }: Pick<Delivery, 'text' | 'files' | 'links'>): boolean =>
  text.trim() === '' && files.length + links.length > 0;
