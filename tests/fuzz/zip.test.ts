import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { fileKinds, uploadKinds } from '#lib/file-kind.ts';
import { UserError } from '#lib/user-error.ts';
import { checkFile, withExtension } from '#platform/files/kind.ts';
import { checkZip } from '#platform/files/zip.ts';
import { anyText, changedBytes, fileFolder, randomRuns, readCorpus } from '../support/corpus.ts';

const inputs = readCorpus('zip');
const folder = fileFolder();
afterAll(folder.remove);

const checkDocument = (path: string) => checkFile(path, 'a.docx', { kinds: uploadKinds });

/** `ok` or `refused`; anything else that is thrown is an error. */
async function getOutcome(check: (path: string) => Promise<unknown>, bytes: Uint8Array): Promise<string> {
  try {
    await check(folder.write(bytes));
    return 'ok';
  } catch (cause) {
    if (!(cause instanceof UserError) || cause.status !== 400) throw cause;
    return 'refused';
  }
}

describe('Word document or ZIP', () => {
  test.for(inputs)('$name: accepted or refused, as its name says', async ({ name, bytes }) => {
    expect(await getOutcome(name.endsWith('docx') ? checkDocument : checkZip, bytes)).toBe(name.split('-')[0]);
  });

  test('any changes of them: accepted or refused, and entries stay in their folder and within their sizes', async () => {
    const meaningful = [
      'PK\x03\x04',
      'PK\x01\x02',
      'PK\x05\x06',
      'PK\x06\x06',
      '\xff\xff\xff\xff',
      '\0\0\0\0',
      '../',
      '\\',
      '/',
      'vbaProject',
    ];
    await fc.assert(
      fc.asyncProperty(changedBytes(inputs, meaningful), async (bytes) => {
        await getOutcome(checkDocument, bytes);
        await getOutcome(async (path) => {
          for (const { name, bytes: size } of await checkZip(path)) {
            expect(name).not.toMatch(/^\/|(^|\/)\.\.(\/|$)|\\/);
            expect(size).toBeLessThanOrEqual(500 * 1024 * 1024);
          }
        }, bytes);
      }),
      randomRuns,
    );
  });

  test('any name of a file: ends with its kind', () => {
    fc.assert(
      fc.property(anyText(), fc.constantFrom(...fileKinds), (name, kind) => {
        const named = withExtension(name, kind);
        expect(named).toMatch(kind === 'jpg' ? /.\.jpe?g$/i : kind === 'txt' ? /.\.(txt|md)$/i : new RegExp(`.\\.${kind}$`, 'i'));
        expect(withExtension(named, kind)).toBe(named);
      }),
      randomRuns,
    );
  });
});
