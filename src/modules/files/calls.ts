// Calls for the files of a brief.

import type { CallTable } from '#lib/calls.ts';
import { beginUploadShape, begunUploadShape, fileIdShape, fileShape, filesShape, uploadShape } from './shapes.ts';

const FILE_BYTES = 10 * 1024 * 1024;

export const fileCalls = {
  'POST /api/files': {
    who: 'token',
    may: 'order',
    about:
      'Uploads a file for a brief: a text, document, picture, recording, film, font or design file, detected from its content. An error names all kinds. The body is the file. It is removed after a day unless an order uses it.',
    input: uploadShape,
    output: fileShape,
    body: 'bytes',
    bodyBytes: FILE_BYTES,
  },
  'POST /api/files/begin': {
    who: 'token',
    may: 'order',
    about:
      'Begins the upload of a large file: a recording, a film or a layered picture of up to 5 GB. Its parts are sent to the address by the tus protocol (PATCH, HEAD, DELETE), with the same token, within a day.',
    input: beginUploadShape,
    output: begunUploadShape,
  },
  'POST /api/files/finish': {
    who: 'token',
    may: 'order',
    about: 'Takes over a large file whose parts have all arrived: from here on it is as one that was uploaded at once. Can be repeated.',
    input: fileIdShape,
    output: fileShape,
  },
  'GET /api/files': { who: 'token', may: 'order', about: 'Lists uploaded files that no order uses yet.', output: filesShape },
  'GET /api/files/content': { who: 'token', may: 'order', about: 'Downloads an uploaded file.', input: fileIdShape, answer: 'bytes' },
  'POST /api/files/remove': { who: 'token', may: 'order', about: 'Removes an uploaded file that no order uses.', input: fileIdShape },
} as const satisfies CallTable;
