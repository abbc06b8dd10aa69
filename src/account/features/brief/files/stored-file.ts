// Text form of a file in drafts and cart lines: id, size and name. Before the upload has finished, a marker
// replaces the id.

export type StoredFile = { readonly id: string; readonly bytes: number; readonly name: string };

export const writeStoredFile = ({ id, bytes, name }: StoredFile): string => `${id} ${bytes} ${name}`;

export function readStoredFile(stored: string): StoredFile {
  const [id = '', bytes = '', ...name] = stored.split(' ');
  return { id, bytes: Number(bytes) || 0, name: name.join(' ') };
}

export const getStoredFileName = (stored: unknown): string => (typeof stored === 'string' ? readStoredFile(stored).name : '');
