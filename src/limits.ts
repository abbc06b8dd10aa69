// TABLE 7: how often something may be tried, by whom.

export type LimitRow = {
  readonly points: number;
  readonly seconds: number;
  /**
   * Stops guessing: without the limiter, the call is refused. The others protect against costs only, and
   * their calls go on.
   */
  readonly guards?: boolean;
};

export const limits = {
  // Guessing: limited per address or network, per account, and per known device of the account. A pair is an
  // address and an account.
  'login.address': { points: 20, seconds: 900, guards: true },
  'login.knownAddress': { points: 100, seconds: 900, guards: true },
  'login.pair': { points: 10, seconds: 900, guards: true },
  'login.account': { points: 20, seconds: 900, guards: true },
  'login.device': { points: 20, seconds: 900, guards: true },
  'password.account': { points: 20, seconds: 900, guards: true },
  // A TOTP code has six digits and three are valid at a time: with the password known, guessing must take
  // years.
  'two-factor.code': { points: 30, seconds: 86_400, guards: true },
  // Nothing can be guessed here, but each costs a stored challenge and a signature check.
  'desk.confirm': { points: 20, seconds: 900, guards: true },
  'passkey.address': { points: 60, seconds: 900, guards: true },
  'register.address': { points: 20, seconds: 3_600 },
  'recover.address': { points: 20, seconds: 3_600, guards: true },
  'recover.email': { points: 5, seconds: 3_600, guards: true },
  'verify.account': { points: 5, seconds: 3_600 },
  // Each sends a mail, and the first also costs work.
  'export.account': { points: 3, seconds: 86_400 },
  'deletion.account': { points: 5, seconds: 86_400 },
  // Each sends a mail to an address that the client only claims.
  'team.account': { points: 30, seconds: 3_600 },
  'newEmail.account': { points: 5, seconds: 3_600 },
  'newEmail.email': { points: 5, seconds: 3_600 },
  'reset.address': { points: 20, seconds: 900, guards: true },
  // A code is worth money and short enough to be guessed.
  'coupon.account': { points: 30, seconds: 900, guards: true },
  'coupon.address': { points: 60, seconds: 900, guards: true },
  // Each is up to 10 MB of storage.
  'file.account': { points: 50, seconds: 1_500 },
  'file.address': { points: 100, seconds: 1_500 },
  // Each request renders the document again.
  'paper.account': { points: 60, seconds: 600 },
  // Each moves money and sends two mails.
  'withdraw.account': { points: 60, seconds: 900 },
  // The desk can read all orders. Same limits as for customers, but lower for a pair, so that locking an
  // operator out takes many addresses.
  'desk.address': { points: 20, seconds: 900, guards: true },
  'desk.knownAddress': { points: 100, seconds: 900, guards: true },
  'desk.pair': { points: 5, seconds: 900, guards: true },
  'desk.operator': { points: 20, seconds: 900, guards: true },
  'desk.device': { points: 20, seconds: 900, guards: true },
  // Each reads a whole list, which may have many thousands of rows.
  'desk.file': { points: 30, seconds: 600 },
  // Each sends a mail. The same for addresses without an operator.
  'desk.recoverAddress': { points: 10, seconds: 900, guards: true },
  'desk.recoverEmail': { points: 3, seconds: 3_600 },
  'desk.newEmail': { points: 5, seconds: 3_600 },
  // Each posts a message to a chat.
  'desk.chatTest': { points: 10, seconds: 300 },
  // Each calls a server of the owner's choice.
  'desk.connectionTest': { points: 10, seconds: 300 },
  // Each may send a mail to the staff, and a person reads it.
  'message.account': { points: 60, seconds: 3_600 },
  // Each request generates the file again.
  'take-away.account': { points: 100, seconds: 600 },
  // Each is a row for a day.
  'declarationStep.address': { points: 30, seconds: 600 },
  // Each sends a mail to an address that the visitor only claims, and may cost staff time.
  'declaration.address': { points: 10, seconds: 600 },
  'declaration.email': { points: 20, seconds: 86_400 },
  'ticket.address': { points: 5, seconds: 600 },
  'ticket.email': { points: 20, seconds: 86_400 },
  // Each sends a mail to the desk and costs staff time.
  'ticket.account': { points: 20, seconds: 3_600 },
  'ticketKey.ticket': { points: 20, seconds: 3_600, guards: true },
  // Each sends a mail to its author.
  'ticketLink.ticket': { points: 3, seconds: 3_600 },
  // Views of a thread by its mailed key: sufficient for a household, too few to try keys.
  'ticketKey.address': { points: 100, seconds: 900, guards: true },
  // For programs of the shop and of its clients.
  'apiKey.requests': { points: 100, seconds: 20 },
  // Questions of programs to the catalogue, without a key.
  'mcp.address': { points: 60, seconds: 60 },
  // Views of payment pages and invoices by their links, which nobody can guess.
  'openLink.address': { points: 100, seconds: 300 },
} as const satisfies Readonly<Record<string, LimitRow>>;

export type LimitName = keyof typeof limits;
