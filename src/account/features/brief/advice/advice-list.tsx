// Advice on the answers of a brief; most briefs need none.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { UserText } from '#ui/display/user-text.tsx';
import type { Advice, AdviceLanguage } from './advise-brief.ts';

export const AdviceList = ({ advice }: { readonly advice: readonly Advice[] }) => (
  <ul>
    {advice.map((each) => (
      <li key={JSON.stringify(each)}>
        <AdviceText advice={each} />
      </li>
    ))}
  </ul>
);

function AdviceText({ advice }: { advice: Advice }) {
  const { t } = useLingui();
  const names: Readonly<Record<AdviceLanguage, string>> = { en: t`English`, es: t`Spanish`, ja: t`Japanese` };
  switch (advice.what) {
    case 'clash':
      return (
        <Trans>
          “<UserText text={advice.phrase} />” is on both lists: to include and to avoid. Remove one.
        </Trans>
      );
    case 'language': {
      const [written, chosen] = [names[advice.written], names[advice.chosen]];
      return (
        <Trans>
          You wrote this in {written}, but chose {chosen} as the language of the text. Is that right?
        </Trans>
      );
    }
    case 'close': {
      const { label, left } = advice;
      return (
        <Trans>
          {label}: <Plural value={left} one="# character" other="# characters" /> left.
        </Trans>
      );
    }
  }
}
