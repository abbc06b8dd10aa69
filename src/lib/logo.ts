// The shop's logo (a trumpet) as shapes in a 32-unit square, shared by pages, icons and images.

export const markSize = 32;

export const markShapes = {
  mouth: 'M4 20V12h8v8z',
  bell: 'M12 12a10 10 0 0 1 10-10v28a10 10 0 0 1-10-10z',
  /** Stroked, not filled. */
  sound: 'M25 10a8 8 0 0 1 0 12',
} as const;
