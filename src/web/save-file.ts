// Hands what the page holds to the visitor's own machine, as a file.

export const saveFile = (name: string, data: unknown): void => saveText(name, JSON.stringify(data, null, 2), 'application/json');

export function saveText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers begin to read a moment later.
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

const READ_MS = 60_000;

/** "fanfare-2026-05-12.json" */
export function fileName(brand: string, day: string, kind = 'json'): string {
  const plain = brand
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${plain}-${day}.${kind}`;
}
