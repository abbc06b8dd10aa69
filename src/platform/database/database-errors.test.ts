import { describe, expect, test } from 'vitest';
import { classifyDatabaseError, type DatabaseErrorKind, isRetryable, isRolledBack, isUnavailable } from './database-errors.ts';

const error = (more: object, message = 'no'): Error => Object.assign(new Error(message), more);
const state = (code: string): Error => error({ code });

describe('database error classification', () => {
  test.each<[string, Error, DatabaseErrorKind | undefined]>([
    ['connection exception', state('08006'), 'lost'],
    ['connection refused by the server', state('08004'), 'unreachable'],
    ['statement changes a row twice', state('21000'), 'refused'],
    ['invalid value', state('22P02'), 'refused'],
    ['unique violation', state('23505'), 'refused'],
    ['error raised by our functions', state('FF004'), 'refused'],
    ['read-only server after a switchover', state('25006'), 'unreachable'],
    ['idle in transaction timeout', state('25P03'), 'timeout'],
    ['serialization failure', state('40001'), 'conflict'],
    ['deadlock', state('40P01'), 'conflict'],
    ['constraint checked at commit', state('40002'), 'refused'],
    ['statement completion unknown', state('40003'), 'lost'],
    ['disk full', state('53100'), 'full'],
    ['too many connections', state('53300'), 'full'],
    ['lock timeout', state('55P03'), 'timeout'],
    ['statement timeout', state('57014'), 'timeout'],
    ['server is stopping', state('57P01'), 'lost'],
    ['server is starting', state('57P03'), 'unreachable'],
    ['server cannot write a file', state('58030'), 'full'],
    ['syntax error', state('42601'), undefined],
    ['internal error of PostgreSQL', state('XX000'), undefined],
    ['missing socket', error({ code: 'ENOENT', syscall: 'connect' }), 'unreachable'],
    ['connection refused by the port', error({ code: 'ECONNREFUSED', syscall: 'connect' }), 'unreachable'],
    ['host without an address', error({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }), 'unreachable'],
    ['connection reset', error({ code: 'ECONNRESET', syscall: 'read' }), 'lost'],
    ['connection terminated', error({}, 'Connection terminated unexpectedly'), 'lost'],
    ['pool without a free connection', error({}, 'timeout exceeded when trying to connect'), 'unreachable'],
    ['statement wrapped by drizzle', error({ query: 'select 1', cause: state('40P01') }), 'conflict'],
    ['request aborted by the visitor', error({ code: 'ECONNRESET' }, 'aborted'), undefined],
    ['missing file', error({ code: 'ENOENT', syscall: 'open' }), undefined],
    ['unreachable file store', error({ cause: error({ code: 'ECONNREFUSED', syscall: 'connect' }) }, 'fetch failed'), undefined],
    ['any other error', error({}), undefined],
  ])('%s', (_, thrown, expected) => expect(classifyDatabaseError(thrown)).toBe(expected));

  test.each<[DatabaseErrorKind, string, { rolledBack: boolean; retry: boolean; unavailable: boolean }]>([
    ['refused', '23505', { rolledBack: true, retry: false, unavailable: false }],
    ['conflict', '40P01', { rolledBack: true, retry: true, unavailable: true }],
    ['timeout', '57014', { rolledBack: true, retry: false, unavailable: true }],
    ['full', '53100', { rolledBack: true, retry: false, unavailable: true }],
    ['unreachable', '57P03', { rolledBack: true, retry: false, unavailable: true }],
    ['lost', '08006', { rolledBack: false, retry: false, unavailable: true }],
  ])('%s: decides rollback, retry and unavailability', (_, code, { rolledBack, retry, unavailable }) => {
    const thrown = state(code);
    expect([isRolledBack(thrown), isRetryable(thrown), isUnavailable(thrown)]).toEqual([rolledBack, retry, unavailable]);
  });
});
