// The questions of a brief: the required ones in sight, the others folded.
import type { ReactNode } from 'react';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { OptionalQuestions } from './brief-fold.tsx';
import { BriefField } from './questions/question.tsx';
import type { useBrief } from './use-brief.ts';

const KnownBrand = createLazyPart(() => import('./brand-kits/picker.tsx').then(({ KnownBrand }) => KnownBrand));

/** `known`: names of the questions that a brand kit has answered. */
export function drawQuestions({ brief: { given: answers }, errors, hidden, give }: ReturnType<typeof useBrief>, known: readonly string[]) {
  const draw = (question: CatalogueField) => (
    <BriefField
      key={question.name}
      question={question}
      value={answers[question.name] ?? ''}
      errors={errors.get(question.name)}
      give={give}
    />
  );
  const fold = (questions: readonly CatalogueField[]) => ({
    ...{ questions, answers, draw },
    hasErrors: questions.some(({ name }) => errors.has(name)),
  });
  const isAsked = ({ name }: CatalogueField) => !hidden.has(name);
  return {
    ask(questions: readonly CatalogueField[]): readonly ReactNode[] {
      const asked = questions.filter((question) => isAsked(question) && !known.includes(question.name));
      const optional = asked.filter(({ required }) => !required);
      return [
        ...asked.filter(({ required }) => required).map(draw),
        optional.length > 0 ? <OptionalQuestions key="optional" {...fold(optional)} /> : null,
      ];
    },
    renderRemembered(questions: readonly CatalogueField[], forget: () => void): ReactNode {
      const brand = questions.filter((question) => isAsked(question) && known.includes(question.name));
      // If it cannot be shown, its questions are asked again.
      return brand.length > 0 ? <KnownBrand {...fold(brand)} onMissing={forget} /> : null;
    },
  };
}
