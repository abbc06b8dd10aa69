// How an offer or a delivery is made, in words.
import { Trans } from '@lingui/react/macro';
import type { MadePromise } from '#modules/catalogue/shapes.ts';

export function MadeKind({ kind }: Pick<MadePromise, 'kind'>) {
  if (kind === 'person') return <Trans>by people</Trans>;
  return kind === 'generated' ? <Trans>automatically</Trans> : <Trans>by people and software</Trans>;
}

/** What the owner promises about an offer. */
export const MadeSentence = ({ howMade: { kind, tools } }: { readonly howMade: MadePromise }) => (
  <>
    {kind === 'person' ? (
      <Trans>Made by people</Trans>
    ) : kind === 'assisted' ? (
      <Trans>Made by people and software</Trans>
    ) : (
      <Trans>Made automatically</Trans>
    )}
    {tools.length > 0 ? ` (${tools.join(', ')})` : null}
  </>
);
