/** Where something was thrown: the frames of the stack, which name files and never persons. */
export const framesOf = (cause: unknown): string[] =>
  cause instanceof Error
    ? (cause.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 6)
        .map((line) => line.trim())
    : [];
