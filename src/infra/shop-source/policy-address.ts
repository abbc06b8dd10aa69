// The shop's address in policies that were parsed before: it may be another one at each start, and a cached policy must not depend on it.
import { escapeHtml } from '../../lib/markdown/html.ts';
import type { PolicyText, ShopTexts } from '../../lib/rendering.ts';

type Policies = ShopTexts['policies'];

/** Stands for the address. Markdown has no such character: a parser replaces it. */
export const addressMark = '\0';

export function withAddress(policies: Policies, shopUrl: string): Policies {
  const escaped = escapeHtml(shopUrl);
  const written = (policy: PolicyText): PolicyText => ({
    ...policy,
    sections: policy.sections.map((section) => ({ ...section, title: section.title.replaceAll(addressMark, shopUrl) })),
    html: policy.html.replaceAll(addressMark, escaped),
  });
  return mapped(policies, (inLocales) => mapped(inLocales, (policy) => policy && written(policy)));
}

const mapped = <T extends object>(all: T, change: (each: T[keyof T]) => T[keyof T]): T =>
  Object.fromEntries(Object.entries(all).map(([key, each]) => [key, change(each)])) as T;
