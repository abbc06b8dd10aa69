// Calls for the files of a brief.

import type { CallTable } from '../../lib/calls.ts';
import { fileIdShape, fileShape, filesShape, uploadShape } from './shapes.ts';

const FILE_BYTES = 10 * 1024 * 1024;

export const fileCalls = {
  'POST /api/files': {
    who: 'token',
    about:
      'Takes a file for a brief: txt, md, docx, png, jpg or pdf, told from its content. The body is the file itself; a purchase claims it within a day, or it is removed.',
    input: uploadShape,
    output: fileShape,
    body: 'bytes',
    bodyBytes: FILE_BYTES,
  },
  'GET /api/files': { who: 'token', about: 'The files of this account that no purchase has claimed yet.', output: filesShape },
  'GET /api/files/content': { who: 'token', about: 'The bytes of a file of this account.', input: fileIdShape, answer: 'bytes' },
  'POST /api/files/remove': { who: 'token', about: 'Removes a file that no purchase has claimed.', input: fileIdShape },
} as const satisfies CallTable;
