// The contact form as it is posted without script.
import type { PageForm } from '../../infra/web/forms.ts';
import { href } from '../../pages.ts';
import type { SupportRoom } from './actions.ts';

export const ticketForm = (support: SupportRoom): PageForm => ({
  fields: ['name', 'email', 'message'],
  async take(sent, writer) {
    const { ticketNumber } = await support.receiveTicket(sent, writer);
    return `${href('contact')}?sent=${ticketNumber}`;
  },
});
