// A file as a draft and a line of the cart keep it: its id, its bytes and its name, in one text. Instead of an id there is a word as long as it has none.

export type KeptFile = { readonly id: string; readonly bytes: number; readonly name: string };

export const keptFile = ({ id, bytes, name }: KeptFile): string => `${id} ${bytes} ${name}`;

export function readKept(kept: string): KeptFile {
  const [id = '', bytes = '', ...name] = kept.split(' ');
  return { id, bytes: Number(bytes) || 0, name: name.join(' ') };
}

export const keptName = (kept: unknown): string => (typeof kept === 'string' ? readKept(kept).name : '');
