// Hands what the page holds to the visitor's own machine, as a file.

export function saveFile(name: string, data: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers begin to read a moment later.
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

const READ_MS = 60_000;

/** "fanfare-2026-05-12.json" */
export function fileName(brand: string, day: string): string {
  const plain = brand
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${plain}-${day}.json`;
}
