// The contact form and the answer by a mailed link, as they are posted without script.
import { shapeRefusal } from '../../infra/http/faults.ts';
import type { PageForm, PageOwn } from '../../infra/web/forms.ts';
import { type Message, Refusal } from '../../lib/refusal.ts';
import { href } from '../../pages.ts';
import type { SupportRoom } from './actions.ts';
import { answerByKeyShape } from './shapes-threads.ts';

const messages = {
  over: /*i18n*/ { id: 'ticket.over', message: 'This link is not good any more. Please write to us anew.' },
} as const satisfies Record<string, Message>;

export const ticketForm = (support: SupportRoom): PageForm => ({
  fields: ['name', 'email', 'message'],
  async take(sent, writer) {
    const { ticketNumber } = await support.receiveTicket(sent, writer);
    return `${href('contact')}?sent=${ticketNumber}`;
  },
});

/** A link that leads nowhere is a page that says so. */
const unlessNone = (cause: unknown): undefined => {
  if (cause instanceof Refusal && cause.status === 404) return undefined;
  throw cause;
};

export const threadOf =
  (support: Pick<SupportRoom, 'threadByKey'>): PageOwn =>
  ({ code = '' }, reader) =>
    support.threadByKey(code, reader).catch(unlessNone);

export const answerForm = (support: Pick<SupportRoom, 'answerByKey' | 'confirmByKey'>): PageForm => ({
  fields: ['code', 'message'],
  async take(sent, writer) {
    const { code = '', confirm } = sent;
    if (confirm) {
      await support.confirmByKey(code, writer).catch(unlessNone);
      return `${href('ticket')}?code=${encodeURIComponent(code)}`;
    }
    const parsed = answerByKeyShape.safeParse(sent);
    if (!parsed.success) throw shapeRefusal(parsed.error.issues, sent);
    if (!(await support.answerByKey(parsed.data, writer).catch(unlessNone))) throw new Refusal(400, { '': [messages.over] });
    return `${href('ticket')}?code=${encodeURIComponent(parsed.data.code)}`;
  },
});
