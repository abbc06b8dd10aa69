/** The stack frames of an error: file names only, no personal data. */
export const framesOf = (cause: unknown): string[] =>
  cause instanceof Error
    ? (cause.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 6)
        .map((line) => line.trim())
    : [];
