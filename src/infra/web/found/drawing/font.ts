// How wide a text is in a TrueType font: the sum of its characters' advances. Kerning is left out: for breaking lines it does not count. Pure.

export type Widths = (text: string, size: number) => number;

export function widthsOf(file: Buffer): Widths {
  const table = tablesOf(file);
  const perEm = file.readUInt16BE(table('head') + 18);
  const advances = file.readUInt16BE(table('hhea') + 34);
  const metrics = table('hmtx');
  const glyphOf = glyphsOf(file, table('cmap'));
  // Glyphs beyond the last advance share it.
  const advance = (glyph: number): number => file.readUInt16BE(metrics + Math.min(glyph, advances - 1) * 4);
  return (text, size) => {
    let units = 0;
    for (const character of text) units += advance(glyphOf(character.codePointAt(0) ?? 0));
    return (units / perEm) * size;
  };
}

function tablesOf(file: Buffer): (name: string) => number {
  const offsets = new Map<string, number>();
  for (let index = 0; index < file.readUInt16BE(4); index++) {
    const at = 12 + index * 16;
    offsets.set(file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8));
  }
  return (name) => {
    const offset = offsets.get(name);
    if (offset === undefined) throw new Error(`the font has no table ${name}`);
    return offset;
  };
}

/** Format 4 of the table: ranges of the basic plane, which is all that a title is written in. */
function glyphsOf(file: Buffer, cmap: number): (codePoint: number) => number {
  const subtables = Array.from({ length: file.readUInt16BE(cmap + 2) }, (_, index) => cmap + file.readUInt32BE(cmap + 4 + index * 8 + 4));
  const at = subtables.find((offset) => file.readUInt16BE(offset) === 4);
  if (at === undefined) throw new Error('the font has no character map of format 4');
  const segments = file.readUInt16BE(at + 6) / 2;
  const ends = at + 14;
  const starts = ends + segments * 2 + 2;
  const deltas = starts + segments * 2;
  const ranges = deltas + segments * 2;
  return (codePoint) => {
    for (let index = 0; index < segments; index++) {
      if (file.readUInt16BE(ends + index * 2) < codePoint) continue;
      const start = file.readUInt16BE(starts + index * 2);
      if (start > codePoint) return 0;
      const delta = file.readUInt16BE(deltas + index * 2);
      const range = file.readUInt16BE(ranges + index * 2);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = file.readUInt16BE(ranges + index * 2 + range + (codePoint - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
