// The form of a chat webhook. The address is a secret, so it is never stored as a draft, and a stored one is
// never shown.
import type { ChatWebhooks } from '#modules/notices/shapes.ts';
import { type ChatKind, chatEventNames, findChatKind } from '#modules/notices/shapes-events.ts';
import { callDesk } from '../../shared/api/client.ts';
import { ChoiceField, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { EventChoices } from './event-choices.tsx';
import { formatQuietHours, parseQuietHours, QuietFields } from './quiet-fields.tsx';

type ChatWebhook = ChatWebhooks[number];
type Props = { readonly webhook: ChatWebhook | undefined; readonly onDone: () => Promise<unknown> };

export const kindNames: Readonly<Record<ChatKind, string>> = { slack: 'Slack or compatible', discord: 'Discord' };
const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value, label }));

export function ChatWebhookForm({ webhook, onDone }: Props) {
  const form = useDeskForm({
    draft: `chat-webhook.${webhook?.id ?? 'new'}`,
    secret: 'address',
    values: {
      name: webhook?.name ?? '',
      address: '',
      kind: webhook?.kind ?? ('slack' as ChatKind),
      events: webhook ? [...webhook.events] : [...chatEventNames],
      quiet: formatQuietHours(webhook?.quiet ?? null),
    },
    async send({ name, address, kind, events, quiet }) {
      const input = { name, kind: findChatKind(address.trim()) ?? kind, events, quiet: parseQuietHours(quiet) };
      if (!webhook) await callDesk('POST /api/chat-webhooks/add', { ...input, address });
      else await callDesk('POST /api/chat-webhooks/change', { ...input, id: webhook.id, ...(address.trim() ? { address } : {}) });
    },
    onDone,
  });
  const found = findChatKind(form.watch('address').trim());
  return (
    <Form form={form} submit={webhook ? 'Save' : 'Add webhook'}>
      <TextField label="Name" name="name" hint="As your team calls the channel, such as #orders." />
      <TextField
        label={webhook ? 'New address' : 'Address'}
        name="address"
        type="url"
        autoComplete="off"
        spellCheck={false}
        hint={
          webhook
            ? `Empty: ${webhook.hint} stays.`
            : 'From the settings of your chat, under incoming webhooks. Keep it secret: it lets anyone post.'
        }
      />
      <ChoiceField
        label="Chat program"
        name="kind"
        hint={found ? 'Recognized by its address.' : 'Mattermost, Rocket.Chat and Google Chat are compatible with Slack.'}
        format={(kind: ChatKind) => found ?? kind}
        options={found ? kindOptions.filter(({ value }) => value === found) : kindOptions}
      />
      <EventChoices legend="Post about" offered={chatEventNames} name="events" />
      <QuietFields label="Quiet hours" what="message" />
    </Form>
  );
}
