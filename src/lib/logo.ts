// The mark of the shop as shapes on a square of 32 units: a mouthpiece, a bell, and the sound that leaves it. Pages, icons and pictures draw the same.

export const markSize = 32;

export const markShapes = {
  mouth: 'M4 20V12h8v8z',
  bell: 'M12 12a10 10 0 0 1 10-10v28a10 10 0 0 1-10-10z',
  /** A line, not a surface. */
  sound: 'M25 10a8 8 0 0 1 0 12',
} as const;
