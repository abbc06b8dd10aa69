// Request and response shapes of staff notices.
import * as z from 'zod/mini';
import { zoneShape } from '#lib/list-request.ts';
import { nameLine, toOneLine } from '#lib/markdown/plain-text.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { chatEventNames, chatKinds, type StaffEvent, staffEventNames } from './shapes-events.ts';

const NAME_CHARS = 60;
const ADDRESS_CHARS = 500;

const messages = {
  name: /*i18n*/ { id: 'desk.chatWebhook.name', message: 'Enter a name.' },
  events: /*i18n*/ { id: 'desk.chatWebhook.events', message: 'Choose at least one event.' },
  time: /*i18n*/ { id: 'desk.quiet.time', message: 'Enter a time, such as 22:00.' },
  same: /*i18n*/ { id: 'desk.quiet.same', message: 'Choose an end that differs from the start.' },
} as const satisfies Record<string, Message>;

const eventShape = z.enum(staffEventNames as [StaffEvent, ...StaffEvent[]]);
const chatEventShape = z.enum(chatEventNames as [StaffEvent, ...StaffEvent[]]);
const timeShape = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, withMessage(messages.time)));
/** Local times; null without quiet hours. */
const quietShape = z.nullable(
  z
    .object({ from: timeShape, until: timeShape, timeZone: zoneShape })
    .check(z.refine(({ from, until }) => from !== until, { path: ['until'], error: withMessage(messages.same) })),
);

export const staffNoticesShape = z.object({
  /** Those that the operator's role allows. */
  events: z.array(z.object({ event: eventShape, isEmailed: z.boolean() })),
  quiet: quietShape,
  /** Of the shop. */
  timeZone: z.string(),
});
export type StaffNotices = z.output<typeof staffNoticesShape>;

/** `emailed`: the events that are emailed; all others are not. */
export const saveStaffNoticesShape = z.object({ emailed: z.array(eventShape), quiet: quietShape });
export type SaveStaffNotices = z.output<typeof saveStaffNoticesShape>;

/** `by`: the name of who mentioned the operator last. */
export const mentionsShape = z.array(z.object({ pieceId: z.string(), number: z.string(), by: z.string() }));
export type Mentions = z.output<typeof mentionsShape>;
export const seenMentionShape = z.object({ pieceId: z.uuid() });

export const chatWebhooksShape = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(chatKinds),
    /** Host and end of the address. */
    hint: z.string(),
    events: z.array(eventShape),
    quiet: quietShape,
    /** The last message: when, the status of the answer, and what went wrong. */
    triedAt: z.nullable(z.string()),
    status: z.nullable(z.int()),
    error: z.nullable(z.string()),
    /** Notices that wait for the end of quiet hours, or for a message that fails. */
    waiting: z.int(),
  }),
);
export type ChatWebhooks = z.output<typeof chatWebhooksShape>;

const addressShape = z.string().check(z.overwrite(toOneLine), z.trim(), z.maxLength(ADDRESS_CHARS));
const webhookFields = {
  name: z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1, withMessage(messages.name)), z.maxLength(NAME_CHARS)),
  /** Used if the address does not show it. */
  kind: z.enum(chatKinds),
  events: z.array(chatEventShape).check(z.minLength(1, withMessage(messages.events))),
  quiet: quietShape,
};
export const addChatWebhookShape = z.object({ ...webhookFields, address: addressShape });
export type AddChatWebhook = z.output<typeof addChatWebhookShape>;
/** Without an address, it stays. */
export const changeChatWebhookShape = z.object({ id: z.uuid(), ...webhookFields, address: z.optional(addressShape) });
export type ChangeChatWebhook = z.output<typeof changeChatWebhookShape>;
export const chatWebhookIdShape = z.object({ id: z.uuid() });
export const chatOutcomeShape = z.object({ status: z.nullable(z.int()), error: z.nullable(z.string()) });
