/** "fanfare-2026-05-12.json" */
export function createFileName<K extends string = 'json'>(brand: string, day: string, kind = 'json' as K): `${string}.${K}` {
  const plain = brand
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${plain}-${day}.${kind}`;
}
