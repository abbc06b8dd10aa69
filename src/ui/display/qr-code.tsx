// QR code, in a chunk of its own because few pages have one.
import { useMemo } from 'react';
import { drawQr } from '#lib/qr.ts';
import css from './qr-code.module.css';

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawQr(text), [text]);
  return (
    <svg className={css.code} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
