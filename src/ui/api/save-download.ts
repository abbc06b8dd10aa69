// Saves a file of the API on the visitor's device. What that takes is loaded with the first one.
import type { Sent } from '../../api.ts';
import { throwNetworkError } from './client.ts';
import type { FileCall } from './download.ts';

/** Throws ApiError. */
export async function saveDownload<C extends FileCall>(name: string, call: C, input: Sent<C>): Promise<void> {
  const [{ download }, { saveBytes }] = await Promise.all([import('./download.ts'), import('../browser/save-file.ts')]).catch(
    throwNetworkError,
  );
  saveBytes(name, await download(call, input));
}
