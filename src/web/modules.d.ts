// Files that only the bundler can read.
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}
