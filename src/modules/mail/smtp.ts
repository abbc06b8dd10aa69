// Sends mails by SMTP. One connection per mail: slower than a pool, but without stale connections.

import { getLanguage } from '#lib/locale.ts';
import { PermanentJobError } from '../../jobs.ts';
import type { MailTransport, RenderedMail } from './shapes.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

export const createSmtpTransport = (smtpUrl: string): MailTransport => ({
  async send(letter, signal) {
    signal.throwIfAborted();
    // Loaded lazily: importing takes 100 ms.
    const { createTransport } = await import('nodemailer');
    const carrier = createTransport({
      url: smtpUrl,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // Prevents content from making the server read files or fetch URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(new Error('the process is stopping'));
    signal.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([carrier.sendMail(toEnvelope(letter)), stopped.promise]);
    } catch (cause) {
      throw isRefusedForGood(cause) ? new PermanentJobError((cause as Error).message) : cause;
    } finally {
      signal.removeEventListener('abort', stop);
      carrier.close();
    }
  },
});

function toEnvelope({ messageId, from, to, replyTo, subject, text, html, locale }: RenderedMail) {
  return {
    messageId,
    from,
    // An object is always one address, whatever its text.
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': getLanguage(locale).html },
  };
}

/**
 * True for permanent rejections of the address or content. Log-in and configuration errors are retried,
 * because operators can fix them.
 */
function isRefusedForGood(cause: unknown): boolean {
  const { code, responseCode = 0 } = cause as { code?: string; responseCode?: number };
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
