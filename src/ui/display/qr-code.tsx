// QR code, in a chunk of its own because few pages have one. Dark on light in every theme: not every camera
// reads inverted codes.
import { useMemo } from 'react';
import { encode } from 'uqr';
import css from './qr-code.module.css';

/** The quiet zone around the code is part of it. */
const QUIET_MODULES = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg className={css.code} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

function drawn(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}
