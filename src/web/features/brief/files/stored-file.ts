// Text form of a file in drafts and cart lines: id, size and name. Before the upload has finished, a marker replaces the id.

export type KeptFile = { readonly id: string; readonly bytes: number; readonly name: string };

export const keptFile = ({ id, bytes, name }: KeptFile): string => `${id} ${bytes} ${name}`;

export function readKept(kept: string): KeptFile {
  const [id = '', bytes = '', ...name] = kept.split(' ');
  return { id, bytes: Number(bytes) || 0, name: name.join(' ') };
}

export const keptName = (kept: unknown): string => (typeof kept === 'string' ? readKept(kept).name : '');
