// A customer's text with its https addresses as links. Everything else stays text.
import { Fragment } from 'react';
import { isHttpsAddress } from '#lib/https-address.ts';

/**
 * Ends at spaces, quotes, brackets that Japanese text sets, and characters that turn the direction of text,
 * which could disguise an address.
 */
const addresses = /(https:\/\/[^\s<>"'`“”‘’「」『』（）【】、。\u200e\u200f\u202a-\u202e\u2066-\u2069]+)/iu;
/** Punctuation after an address belongs to the sentence, and so does a bracket that was opened before it. */
const trailing = /(?:[.,;:!?…*_~]|(?<!\([^()]*)\))+$/u;

export function LinkedAddresses({ text }: { readonly text: string }) {
  return text.split(addresses).map((part, index) => {
    const address = part.replace(trailing, '');
    const isLink = index % 2 === 1 && isHttpsAddress(address);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a changed text is rendered as a whole.
      <Fragment key={index}>
        {isLink ? (
          <a href={address} target="_blank" rel="noopener noreferrer nofollow">
            {address}
          </a>
        ) : (
          address
        )}
        {part.slice(address.length)}
      </Fragment>
    );
  });
}
