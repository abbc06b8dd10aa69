// Writes and reads tar archives (ustar), so that any system can open them. Sizes above 8 GB use GNU's binary form.
const BLOCK = 512;
const MAX_OCTAL_SIZE = 8 ** 11;
const MAX_NAME_BYTES = 100;

const placeOf = { name: 0, mode: 100, size: 124, time: 136, sum: 148, type: 156, magic: 257 } as const;

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

export function tarHeader(name: string, size: number, isFolder = false): Buffer {
  const header = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`${name} is too long a name for an archive`);
  header.write(name, placeOf.name);
  header.write(`${octal(isFolder ? 0o700 : 0o600, 7)}${octal(0, 7)}${octal(0, 7)}`, placeOf.mode);
  if (size < MAX_OCTAL_SIZE) header.write(octal(size, 11), placeOf.size);
  else {
    header[placeOf.size] = 0x80;
    header.writeBigUInt64BE(BigInt(size), placeOf.size + 4);
  }
  header.write(octal(Math.floor(Date.now() / 1_000), 11), placeOf.time);
  header.write(isFolder ? '5' : '0', placeOf.type);
  header.write('ustar\x0000', placeOf.magic);
  // The sum counts its own field as spaces.
  header.fill(' ', placeOf.sum, placeOf.sum + 8);
  header.write(`${octal(sumOf(header), 6)} `, placeOf.sum);
  return header;
}

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);

export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);

export type TarEntry = { readonly name: string; readonly size: number; readonly isFolder: boolean; readonly body: AsyncIterable<Buffer> };

/** Each entry's body must be read before the next entry; what the caller leaves is skipped. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = byteReader(source);
  for (;;) {
    const header = await bytes.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const entry = readHeader(header);
    let left = entry.size;
    const body = async function* () {
      while (left > 0) {
        const chunk = await bytes.upTo(left);
        left -= chunk.length;
        yield chunk;
      }
    };
    yield { ...entry, body: body() };
    while (left > 0) left -= (await bytes.upTo(left)).length;
    await bytes.exactly(tarPadding(entry.size).length);
  }
}

function readHeader(header: Buffer): Omit<TarEntry, 'body'> {
  const stored = Number.parseInt(header.toString('latin1', placeOf.sum, placeOf.sum + 6), 8);
  const blank = Buffer.from(header).fill(' ', placeOf.sum, placeOf.sum + 8);
  if (stored !== sumOf(blank)) throw new Error('the archive is damaged: a header has a wrong sum');
  const isLarge = header[placeOf.size] === 0x80;
  const size = isLarge
    ? Number(header.readBigUInt64BE(placeOf.size + 4))
    : Number.parseInt(header.toString('latin1', placeOf.size, placeOf.size + 11), 8);
  const name = header.toString('utf8', placeOf.name, placeOf.name + MAX_NAME_BYTES).replace(/\0.*$/s, '');
  return { name, size, isFolder: header.toString('latin1', placeOf.type, placeOf.type + 1) === '5' };
}

function byteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function upTo(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { value, done } = await chunks.next();
      if (done) throw new Error('the archive is damaged: it ends too early');
      rest = value;
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.length);
    return taken;
  }
  return {
    upTo,
    async exactly(count: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for (let left = count; left > 0; ) {
        const part = await upTo(left);
        left -= part.length;
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
  };
}
