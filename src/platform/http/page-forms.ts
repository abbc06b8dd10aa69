// What a module provides to a page that works without script: the handler of its form, and what only this
// request shows.
import type { FastifyRequest } from 'fastify';
import type { Locale } from '#lib/locale.ts';

export type FormFields = Readonly<Record<string, string>>;

/** The client's connection. `cookies` are parsed by the modules that own them. */
export type FormReader = { readonly address: string; readonly cookies: Pick<FastifyRequest, 'headers'> };
export type FormSender = FormReader & { readonly locale: Locale };
/** Redirect target, with an optional cookie. */
export type FormResult = string | { readonly to: string; readonly cookie: string };

/** The form handler of a page. */
export type PageForm = {
  /** The input to show again after an error. */
  readonly fields: readonly string[];
  /** Fields that are posted several times: they are joined by a comma. */
  readonly lists?: readonly string[];
  /** Handles the input and returns the redirect, or throws a user error. */
  readonly take: (fields: FormFields, writer: FormSender) => Promise<FormResult>;
};
/**
 * What is shown to this request only, such as what the page's cookie grants access to; undefined if nothing.
 */
export type PageOwn = (params: FormFields, reader: FormSender) => Promise<unknown>;
