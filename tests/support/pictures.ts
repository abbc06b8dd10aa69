// Pictures that browsers can show.
import UPNG from 'upng-js';

/** A PNG with a disc on a transparent ground. */
export function disc(width: number, height: number): Buffer {
  const pixels = new Uint8Array(width * height * 4);
  const radius = Math.min(width, height) / 3;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (Math.hypot(x - width / 2, y - height / 2) < radius) pixels.set([196, 61, 47, 255], (y * width + x) * 4);
  return Buffer.from(UPNG.encode([pixels.buffer], width, height, 0));
}
