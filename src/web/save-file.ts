// Hands what the page holds to the visitor's own machine, as a file.

const kinds = { json: 'application/json', txt: 'text/plain;charset=utf-8' } as const;

/** What kind it is, its name tells. */
export function saveFile(name: `${string}.${keyof typeof kinds}`, text: string): void {
  const ending = name.slice(name.lastIndexOf('.') + 1) as keyof typeof kinds;
  const address = URL.createObjectURL(new Blob([text], { type: kinds[ending] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers begin to read a moment later.
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

const READ_MS = 60_000;

/** "fanfare-2026-05-12.json" */
export function fileName(brand: string, day: string): `${string}.json` {
  const plain = brand
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${plain}-${day}.json`;
}
