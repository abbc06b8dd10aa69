// Messages for invalid requests, and the translation of zod issues into them, field by field.
import type * as z from 'zod/mini';
import { type ErrorStatus, formatFieldName, type Message, UserError } from '#lib/user-error.ts';
import { findMessage } from '#lib/zod-message.ts';

export const validationMessages = {
  broken: /*i18n*/ { id: 'request.broken', message: 'The request couldn’t be read: it isn’t valid JSON.' },
  choice: /*i18n*/ { id: 'field.choice', message: 'Choose one of the options.' },
  format: /*i18n*/ { id: 'field.format', message: 'This doesn’t look right. Check it.' },
  invalid: /*i18n*/ { id: 'field.invalid', message: 'This value isn’t valid.' },
  list: /*i18n*/ { id: 'field.list', message: 'This must be a list.' },
  most: /*i18n*/ { id: 'field.most', message: 'Enter {maximum} or less.' },
  mostItems: /*i18n*/ { id: 'field.mostItems', message: 'Add at most {maximum}.' },
  least: /*i18n*/ { id: 'field.least', message: 'Enter {minimum} or more.' },
  leastItems: /*i18n*/ { id: 'field.leastItems', message: 'Add at least {minimum}.' },
  number: /*i18n*/ { id: 'field.number', message: 'Enter a number.' },
  required: /*i18n*/ { id: 'field.required', message: 'Fill in this field.' },
  text: /*i18n*/ { id: 'field.text', message: 'This must be text.' },
  tooLong: /*i18n*/ { id: 'field.tooLong', message: 'Use {maximum} characters or fewer.' },
  tooShort: /*i18n*/ { id: 'field.tooShort', message: 'Use at least {minimum} characters.' },
  whole: /*i18n*/ { id: 'field.whole', message: 'Enter a whole number.' },
  yesNo: /*i18n*/ { id: 'field.yesNo', message: 'This must be yes or no.' },
} as const satisfies Record<string, Message>;

/** The short name of a status, as the title of the problem. */
export const titles = {
  400: /*i18n*/ { id: 'status.400', message: 'The request was refused' },
  401: /*i18n*/ { id: 'status.401', message: 'Please log in' },
  403: /*i18n*/ { id: 'status.403', message: 'That isn’t allowed' },
  404: /*i18n*/ { id: 'status.404', message: 'Not found' },
  413: /*i18n*/ { id: 'status.413', message: 'The request is too large' },
  415: /*i18n*/ { id: 'status.415', message: 'Send JSON' },
  429: /*i18n*/ { id: 'status.429', message: 'Too many requests' },
  500: /*i18n*/ { id: 'status.500', message: 'Something went wrong on our side' },
  503: /*i18n*/ { id: 'status.503', message: 'The shop is busy right now. Try again in a moment' },
} as const satisfies Record<ErrorStatus | 500, Message>;

/** A payload that does not match its shape is a 400 that names every field. */
export function createValidationError(issues: readonly z.core.$ZodIssue[], input: unknown): UserError {
  const errors: Record<string, Message[]> = {};
  for (const issue of issues) {
    const name = formatFieldName(issue.path);
    const ofField = errors[name] ?? [];
    errors[name] = ofField;
    const message =
      findMessage(issue.message) ?? (getValueAt(input, issue.path) === undefined ? validationMessages.required : getMessage(issue));
    if (!ofField.some(({ id }) => id === message.id)) ofField.push(message);
  }
  return new UserError(400, errors);
}

function getValueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

const wrongKind: Readonly<Record<string, Message>> = {
  string: validationMessages.text,
  number: validationMessages.number,
  int: validationMessages.whole,
  boolean: validationMessages.yesNo,
  array: validationMessages.list,
};

function getMessage(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return wrongKind[issue.expected] ?? validationMessages.invalid;
    case 'invalid_value':
      return validationMessages.choice;
    case 'too_small':
      return getSizeMessage(
        issue.origin,
        { minimum: Number(issue.minimum) },
        { text: validationMessages.tooShort, list: validationMessages.leastItems, value: validationMessages.least },
      );
    case 'too_big':
      return getSizeMessage(
        issue.origin,
        { maximum: Number(issue.maximum) },
        { text: validationMessages.tooLong, list: validationMessages.mostItems, value: validationMessages.most },
      );
    case 'invalid_format':
      return validationMessages.format;
    default:
      return validationMessages.invalid;
  }
}

function getSizeMessage(origin: string, values: Record<string, number>, kinds: { text: Message; list: Message; value: Message }): Message {
  // An empty string in a required field is reported as missing.
  if (origin === 'string' && values.minimum === 1) return validationMessages.required;
  const message = origin === 'string' ? kinds.text : origin === 'array' || origin === 'set' ? kinds.list : kinds.value;
  return { ...message, values };
}
