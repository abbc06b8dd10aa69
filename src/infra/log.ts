// One logger, JSON lines in production and readable lines elsewhere. What could be a secret or a person never reaches it.
import { type Logger, pino } from 'pino';

export type Log = Logger;

const secretPaths = [
  'password',
  'repeatedPassword',
  'currentPassword',
  'accessToken',
  'refreshToken',
  'code',
  'email',
  'authorization',
  'cookie',
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  'headers.cookie',
];

export function makeLog(options: { level: string; readable: boolean }): Log {
  return pino({
    level: options.level,
    redact: { paths: secretPaths.flatMap((path) => (path.includes('.') ? [path] : [path, `*.${path}`])), censor: '[hidden]' },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(options.readable
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true } } }
      : {}),
  });
}
