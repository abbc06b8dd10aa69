// Parses a received mail.
import type { Email } from 'postal-mime';

/** `senders`: all addresses in From; most mail programs show only the first. */
export type ParsedMail = Email & { readonly senders: readonly string[] };

/** Undefined if it is no mail. The caller is authenticated, but the mail's content is untrusted. */
export async function parseReceivedMail(raw: Buffer): Promise<ParsedMail | undefined> {
  // Loading takes 100 ms, so it is not part of the start-up.
  const { default: PostalMime, addressParser } = await import('postal-mime');
  try {
    const mail = await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 });
    const from = mail.headers.find(({ key }) => key === 'from')?.value ?? '';
    return { ...mail, senders: addressParser(from, { flatten: true }).map(({ address }) => address ?? '') };
  } catch {
    return undefined;
  }
}
