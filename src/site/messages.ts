// Serves the account's messages in the languages that the shop has added. Those of the release are files of
// the build.

import type { FastifyInstance } from 'fastify';
import { type AddedLocale, isBuiltIn, isLocale } from '#lib/locale.ts';
import type { AddedLanguages, Renderer } from '#lib/rendering.ts';
import type { Config } from '#platform/config/config.ts';
import { hashShort } from '#platform/hash-inputs.ts';
import { prepareTagged, sendTagged } from '#platform/http/etag-response.ts';
import { createSecurityHeaders, FOR_EVER } from '#platform/http/headers.ts';
import type { EncodedResponse } from '#platform/http/prebuilt-response.ts';
import type { PageMaker } from './renderers.ts';

/** In development, an edit makes a new renderer, which does not know the languages. */
export function withLanguages(maker: PageMaker, languages: AddedLanguages): PageMaker {
  let known: Renderer | undefined;
  return {
    ...maker,
    async renderer() {
      const renderer = await maker.renderer();
      if (renderer !== known) renderer.addLanguages(languages);
      known = renderer;
      return renderer;
    },
  };
}

/**
 * The version of the messages, which is in their addresses; undefined if the shop has the languages of the
 * release only.
 */
export async function serveMessages(
  app: FastifyInstance,
  config: Config,
  renderer: Renderer,
  { languages }: AddedLanguages,
): Promise<string | undefined> {
  const added = Object.keys(languages).filter((name) => !isBuiltIn(name));
  if (added.length === 0) return undefined;
  const catalogs = await Promise.all(added.map((name) => renderer.accountMessages(name as AddedLocale)));
  const version = hashShort(JSON.stringify(catalogs));
  const known = new Map<AddedLocale, Promise<EncodedResponse>>();
  const prepareMessages = async (locale: AddedLocale): Promise<EncodedResponse> =>
    prepareTagged(Buffer.from(JSON.stringify(await renderer.accountMessages(locale))), {
      ...createSecurityHeaders(config),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': FOR_EVER,
      vary: 'Accept-Encoding',
    });
  app.get<{ Params: { version: string; locale: string } }>('/messages/:version/account.:locale.json', async (request, reply) => {
    const { locale } = request.params;
    if (request.params.version !== version || !isLocale(locale) || isBuiltIn(locale)) return reply.callNotFound();
    const file = known.get(locale) ?? prepareMessages(locale);
    known.set(locale, file);
    return sendTagged(request, reply, await file);
  });
  return version;
}
