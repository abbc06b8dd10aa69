// Saves content as a file on the visitor's device.

const kinds = { csv: 'text/csv;charset=utf-8', txt: 'text/plain;charset=utf-8' } as const;
type FileType = keyof typeof kinds;

/** The media type follows from the extension. */
export function saveFile(name: `${string}.${FileType}`, content: string): void {
  const ending = name.slice(name.lastIndexOf('.') + 1) as FileType;
  saveBytes(name, new Blob([content], { type: kinds[ending] }));
}

/** Of any type: it is downloaded, never shown on our origin. */
export function saveBytes(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not immediately: some browsers start to read later.
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

const READ_MS = 60_000;
