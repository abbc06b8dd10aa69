// Babel 7 has no types of its own.
declare module '@babel/core' {
  export function transformAsync(
    code: string,
    options: object,
  ): Promise<{ readonly code?: string | null; readonly map?: object | null } | null>;
}
