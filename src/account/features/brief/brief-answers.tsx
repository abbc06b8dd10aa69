// The answers of a brief with the wording of their questions.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { LinkedAddresses } from '#ui/display/linked-addresses.tsx';
import { describeAnswers, type ShownAnswer } from './shown-answers.ts';

type Props = {
  readonly fields: readonly CatalogueField[];
  readonly answers: Answers;
  readonly files?: readonly { readonly id: string; readonly name: string }[] | undefined;
};

/** In the language of the page, also answers that are no text. */
export function useShownAnswers({ fields, answers, files = [] }: Props): readonly ShownAnswer[] {
  const { t } = useLingui();
  const words = { yes: t`Yes`, no: t`No`, files: (count: number) => t`${plural(count, { one: '# file', other: '# files' })}` };
  return describeAnswers(fields, answers, words, new Map(files.map(({ id, name }) => [id, name])));
}

export const BriefAnswers = (props: Props) => <AnswerList answers={useShownAnswers(props)} />;

export const AnswerList = ({ answers }: { readonly answers: readonly ShownAnswer[] }) => (
  <dl>
    {answers.map(({ name, label, text }) => (
      <div key={name}>
        <dt>{label}</dt>
        <dd>
          <bdi>
            <LinkedAddresses text={text} />
          </bdi>
        </dd>
      </div>
    ))}
  </dl>
);
