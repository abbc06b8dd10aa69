// Checks what a signature does not show: that an SVG is only a drawing, and what a ZIP contains.
import type { ArchivedFile } from '../shapes.ts';

/** Null: no archive. Throws a user error if customers must not get the file. */
export async function inspectFile(name: string, path: string): Promise<readonly ArchivedFile[] | null> {
  if (/\.svg$/i.test(name)) await (await import('../../../infra/files/svg.ts')).checkSvg(path);
  if (!/\.zip$/i.test(name)) return null;
  return (await import('../../../infra/files/zip.ts')).checkZip(path);
}
