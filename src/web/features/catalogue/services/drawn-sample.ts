// The drawing of samples, which is loaded after the page: the first HTML quotes each sample, which takes a
// third of the bytes.
import { useEffect, useState } from 'react';
import type { SamplePartView } from '../samples/sample-part.tsx';

let Drawing: typeof SamplePartView | undefined;

/** If it cannot be loaded, the samples stay quoted. */
export function useLoadedDrawing(): void {
  useEffect(() => {
    void import('../samples/sample-part.tsx').then(
      (file) => {
        Drawing = file.SamplePartView;
      },
      () => undefined,
    );
  }, []);
}

/** Undefined until `draw` is called: a sample that is being read does not change. */
export function useDrawing(): { readonly Drawn: typeof Drawing; readonly draw: () => void } {
  const [Drawn, setDrawn] = useState(() => Drawing);
  return { Drawn, draw: () => setDrawn(() => Drawing) };
}
