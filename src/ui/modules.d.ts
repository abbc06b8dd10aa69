// Files that only the bundler can read.
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}

/** The address of the file. */
declare module '*.svg' {
  const address: string;
  export default address;
}
