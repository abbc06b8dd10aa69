// The shop's logo (a trumpet) as shapes in a 32-unit square, shared by pages, icons and images.

export const markSize = 32;

export const markShapes = {
  mouth: 'M2 11.5h3v2h7v5H5v2H2z',
  bell: 'M11 12.5C16.5 12 20 8.5 22 2.5v27C20 23.5 16.5 20 11 19.5z',
  /** Stroked, not filled. */
  sound: 'M26 10.5a7.5 7.5 0 0 1 0 11',
} as const;
