// Decisions about mail: pure, so that they can be tried as tables of cases.

/** The longest address that a mail server takes. */
const ADDRESS_CHARS = 254;

/** One plain address and nothing else: no list, no display name, no line break that could start another header. */
export const isOneAddress = (to: string): boolean =>
  to.length <= ADDRESS_CHARS && /^[^\s\p{Cc},;:<>()[\]\\"@]+@[^\s\p{Cc},;:<>()[\]\\"@]+$/u.test(to);
