// The address of a downloaded file, for an <img> or a <video>: files need a token or a header, which their
// elements cannot send.
import { useCallback, useEffect, useState } from 'react';

type Shown = { readonly address?: string; readonly failed?: true };

const SVG = 'image/svg+xml';

/** `load` and `type` never change. The bytes are shown as this type, whatever they are. */
export function useBlobAddress(load: () => Promise<Blob>, type: string): Shown & { readonly again: () => void } {
  const [shown, setShown] = useState<Shown>({});
  const isFailed = shown.failed === true;
  useEffect(() => {
    if (isFailed) return undefined;
    let isUnmounted = false;
    let address: string | undefined;
    load()
      .then((bytes) => getAddress(new Blob([bytes], { type })))
      .then(
        (made) => {
          address = made;
          if (isUnmounted) URL.revokeObjectURL(made);
          else setShown({ address: made });
        },
        () => isUnmounted || setShown({ failed: true }),
      );
    return () => {
      isUnmounted = true;
      if (address) URL.revokeObjectURL(address);
    };
  }, [load, type, isFailed]);
  const again = useCallback(() => setShown({}), []);
  return { ...shown, again };
}

/**
 * An SVG that is opened in a window of its own could run scripts of our origin. A data URL has an opaque
 * origin.
 */
const getAddress = (blob: Blob): string | Promise<string> =>
  blob.type === SVG
    ? new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
        reader.readAsDataURL(blob);
      })
    : URL.createObjectURL(blob);
