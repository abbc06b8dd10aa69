// QR codes as a path of squares. Dark on light in every theme: not every camera reads inverted codes.
import { encode } from 'uqr';

/** The quiet zone around the code is part of it. */
const QUIET_MODULES = 4;

export function drawQr(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}

/** For where there is no React. The text is in the code only, so nothing needs escaping. */
export function renderQrSvg(text: string): string {
  const { size, path } = drawQr(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}
