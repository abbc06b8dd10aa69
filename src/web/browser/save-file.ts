// Hands what the page holds, or was given, to the visitor's own machine, as a file.

const kinds = { csv: 'text/csv;charset=utf-8', json: 'application/json', txt: 'text/plain;charset=utf-8', pdf: 'application/pdf' } as const;
type Kind = keyof typeof kinds;

/** What kind it is, its name tells. */
export function saveFile(name: `${string}.${Kind}`, content: string | Blob): void {
  const ending = name.slice(name.lastIndexOf('.') + 1) as Kind;
  saveBytes(name, new Blob([content], { type: kinds[ending] }));
}

/** Of whatever kind: our origin never shows it. */
export function saveBytes(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers begin to read a moment later.
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

const READ_MS = 60_000;
