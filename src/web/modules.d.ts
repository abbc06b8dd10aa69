// Files that only the bundler can read.
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}

/** A catalog in one language: see src/infra/web/builds/message-catalogs.ts. */
declare module 'virtual:messages/*' {
  export const messages: import('@lingui/core').Messages;
}
