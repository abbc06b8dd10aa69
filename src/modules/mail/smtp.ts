// The owner's mail server. One connection per mail: it is slower than keeping some open, and knows no half-dead ones.
import { GiveUp } from '../../jobs.ts';
import type { MailTransport, RenderedMail } from './shapes.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

export const smtpTransport = (smtpUrl: string): MailTransport => ({
  async send(letter, signal) {
    signal.throwIfAborted();
    // A tenth of a second to load: not while the shop starts.
    const { createTransport } = await import('nodemailer');
    const carrier = createTransport({
      url: smtpUrl,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // A letter is only what it says: nothing in it makes the server read files or fetch addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(new Error('the process is stopping'));
    signal.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([carrier.sendMail(envelopeOf(letter)), stopped.promise]);
    } catch (cause) {
      throw isRefusedForGood(cause) ? new GiveUp((cause as Error).message) : cause;
    } finally {
      signal.removeEventListener('abort', stop);
      carrier.close();
    }
  },
});

function envelopeOf({ messageId, from, to, replyTo, subject, text, html, locale }: RenderedMail) {
  return {
    messageId,
    from,
    // As an object it is one address, whatever is in it.
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    // No out-of-office answer is wanted back.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale === 'jp' ? 'ja' : locale },
  };
}

/** The server answered, and its answer about this address or this text is final. Faults of log-in or settings are not: they get mended. */
function isRefusedForGood(cause: unknown): boolean {
  const { code, responseCode = 0 } = cause as { code?: string; responseCode?: number };
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
