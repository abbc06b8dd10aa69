// Adds a file to the next delivery; a large one is sent in parts.
import { callDesk, DeskApiError } from '../../shared/api/client.ts';

const MAX_BYTES_AT_ONCE = 20 * 1024 * 1024;

export async function addFile(pieceId: string, file: File, onSent: (part: number) => void): Promise<void> {
  if (file.size <= MAX_BYTES_AT_ONCE) {
    await callDesk('POST /api/piece/add-file', { pieceId, name: file.name }, { file });
    return;
  }
  const { PartsError, sendParts } = await import('#ui/api/send-parts.ts');
  const begin = () => callDesk('POST /api/piece/begin-file', { pieceId, name: file.name, bytes: file.size });
  const fileId = await sendParts(file, pieceId, begin, { onSent }).catch((cause: unknown) => {
    throw cause instanceof PartsError ? new DeskApiError(cause.status, {}) : cause;
  });
  await callDesk('POST /api/piece/finish-file', { pieceId, fileId });
}
