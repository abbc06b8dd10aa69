import { describe, expect, test } from 'vitest';
import { toApiError } from './api-error.ts';

const problem = (errors?: unknown) =>
  JSON.stringify({ type: 'about:blank', title: 'x', status: 400, ...(errors === undefined ? {} : { errors }) });

describe('API error message', () => {
  test.for([
    ['400 with unparsable body', 400, '<html>', 'A server side error occurred.', {}],
    ['400 with a body that is not an object', 400, '"x"', 'A server side error occurred.', {}],
    ['400 without errors', 400, problem(), 'An error has occurred.', {}],
    ['400 with empty errors', 400, problem({}), 'An error has occurred.', {}],
    ['400 with malformed errors', 400, problem({ email: 'x', name: [1] }), 'An error has occurred.', {}],
    [
      '400 with a general message',
      400,
      problem({ '': ['Wrong email or password.'] }),
      'Wrong email or password.',
      { '': ['Wrong email or password.'] },
    ],
    ['400 with fields', 400, problem({ email: ['Taken.'] }), 'Validation failed', { email: ['Taken.'] }],
    ['401', 401, problem({ email: ['x'] }), 'An unexpected server error occurred.', {}],
    ['403', 403, '', 'An unexpected server error occurred.', {}],
    ['404', 404, '', 'An unexpected server error occurred.', {}],
    ['429', 429, problem(), 'Too many requests.', {}],
    ['500', 500, '<html>', 'An unexpected server error occurred.', {}],
    ['200 with unparsable body', 200, '<html>', 'An unexpected server error occurred.', {}],
  ] as const)('%s', ([, status, body, message, errors]) => {
    const refused = toApiError(status, body);
    expect({ message: refused.message, status: refused.status, errors: refused.errors }).toEqual({ message, status, errors });
  });
});
