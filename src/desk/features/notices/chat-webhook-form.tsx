// The form of a chat webhook. The address is a secret, so it is never stored as a draft, and a stored one is
// never shown.
import { useState } from 'react';
import type { ChatWebhooks } from '#modules/desk/notices/shapes.ts';
import { type ChatKind, chatEventNames, chatKindOf } from '#modules/desk/notices/shapes-events.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useFormDraft } from '../../shared/forms/stateful-draft.ts';
import { ChoiceField, DeskTextField, Form } from '../../shared/forms/stateful-form.tsx';
import { EventChoices } from './event-choices.tsx';
import { QuietFields, quietOfTyped, typedQuiet } from './quiet-fields.tsx';

type ChatWebhook = ChatWebhooks[number];
type Props = { readonly webhook: ChatWebhook | undefined; readonly onDone: () => Promise<unknown> };

export const kindNames: Readonly<Record<ChatKind, string>> = { slack: 'Slack or compatible', discord: 'Discord' };
const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value, label }));

export function ChatWebhookForm({ webhook, onDone }: Props) {
  const sending = useMutation(DeskApiError);
  const [address, setAddress] = useState('');
  const draft = useFormDraft(`chat-webhook.${webhook?.id ?? 'new'}`, {
    name: webhook?.name ?? '',
    kind: webhook?.kind ?? ('slack' as ChatKind),
    events: webhook ? [...webhook.events] : [...chatEventNames],
    quiet: typedQuiet(webhook?.quiet ?? null),
  });
  const { name, kind, events, quiet } = draft.values;
  const found = chatKindOf(address.trim());
  const send = async () => {
    const sent = { name, kind: found ?? kind, events, quiet: quietOfTyped(quiet) };
    if (!webhook) await callDesk('POST /api/chat-webhooks/add', { ...sent, address });
    else await callDesk('POST /api/chat-webhooks/change', { ...sent, id: webhook.id, ...(address.trim() ? { address } : {}) });
  };
  return (
    <Form draft={draft} sending={sending} onSend={send} onDone={onDone} submit={webhook ? 'Save' : 'Add webhook'}>
      <DeskTextField
        label="Name"
        name="name"
        hint="As your team calls the channel, such as #orders."
        value={name}
        onValue={(name) => draft.change({ name })}
        sending={sending}
      />
      <DeskTextField
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
        value={address}
        onValue={setAddress}
        sending={sending}
      />
      <ChoiceField
        label="Chat program"
        name="kind"
        hint={found ? 'Recognized by its address.' : 'Mattermost, Rocket.Chat and Google Chat are compatible with Slack.'}
        value={found ?? kind}
        onValue={(kind) => draft.change({ kind: kind as ChatKind })}
        options={found ? kindOptions.filter(({ value }) => value === found) : kindOptions}
        sending={sending}
      />
      <EventChoices
        legend="Post about"
        offered={chatEventNames}
        chosen={events}
        onChosen={(events) => draft.change({ events })}
        name="events"
        sending={sending}
      />
      <QuietFields label="Quiet hours" what="message" quiet={quiet} onQuiet={(quiet) => draft.change({ quiet })} sending={sending} />
    </Form>
  );
}
