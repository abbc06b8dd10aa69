// How a delivery was made, by whom and with which tools, and the results of its checks.
import { Trans, useLingui } from '@lingui/react/macro';
import { MadeKind } from '#ui/catalogue/made-kind.tsx';
import fold from '#ui/styles/fold.module.css';
import { MomentText } from '../../shared/date-time.tsx';
import css from './deliveries.module.css';
import { CopyButton } from './published/copy-button.tsx';
import type { Delivery } from './types.ts';

export function DeliveryPassport({ passport, howMade, labels }: Pick<Delivery, 'passport' | 'howMade' | 'labels'>) {
  const { t, i18n } = useLingui();
  const { madeBy, help, text, files, deliveredAt, takenAt } = passport;
  const tools = howMade?.tools ?? help;
  const [words, characters] = [i18n.number(text.words), i18n.number(text.characters)];
  return (
    <details className={fold.fold}>
      <summary>{t`How this was made`}</summary>
      <dl>
        <dt>{t`Made by`}</dt>
        <dd>
          <bdi>{madeBy.name}</bdi> · {madeBy.kind === 'person' ? t`a person` : t`a program`}
        </dd>
        <dt>{t`Tools used`}</dt>
        <dd>{tools.length > 0 ? tools.join(', ') : <Trans>none</Trans>}</dd>
        {howMade ? <HowMade howMade={howMade} labels={labels} /> : null}
        {takenAt ? (
          <>
            <dt>{t`Started`}</dt>
            <dd>
              <MomentText iso={takenAt} />
            </dd>
          </>
        ) : null}
        <dt>{t({ message: 'Delivered', context: 'a delivered piece' })}</dt>
        <dd>
          <MomentText iso={deliveredAt} />
        </dd>
        <dt>{t`Length`}</dt>
        <dd>{t`${words} words, ${characters} characters`}</dd>
        <dt>{t`Checksum of the text (SHA-256)`}</dt>
        <dd>
          <code>{text.sha256}</code>
        </dd>
        {files.map((file) => (
          <div key={file.sha256 + file.name}>
            <dt>
              <bdi>{file.name}</bdi>
            </dt>
            <dd>
              <code>{file.sha256}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type HowMadeProps = { readonly howMade: NonNullable<Delivery['howMade']> } & Pick<Delivery, 'labels'>;

/** What was done, who read it, and how to say so where it is published. */
const HowMade = ({ howMade: { kind, reviewedBy, reviewedAt }, labels }: HowMadeProps) => {
  const { t } = useLingui();
  return (
    <>
      <dt>{t`How it was made`}</dt>
      <dd>
        <MadeKind kind={kind} />
      </dd>
      {reviewedBy && reviewedAt ? (
        <>
          <dt>{t`Reviewed by`}</dt>
          <dd>
            <bdi>{reviewedBy}</bdi> · <MomentText iso={reviewedAt} />
          </dd>
        </>
      ) : null}
      <dt>{t`Text to publish with it`}</dt>
      {labels.map(({ locale, language, text }) => (
        <dd key={locale} className={css.label} lang={language}>
          {text} <CopyButton text={text} label={text} />
        </dd>
      ))}
    </>
  );
};

/** The parts of a report that this page can show. */
type Check = {
  readonly name: string;
  readonly state: string;
  readonly findings: readonly { readonly from: number; readonly to: number }[];
};

const isCheck = (each: unknown): each is Check =>
  typeof each === 'object' && each !== null && 'name' in each && 'state' in each && 'findings' in each && Array.isArray(each.findings);

const FINDINGS_SHOWN = 5;

export function DeliveryReport({ report, text }: Pick<Delivery, 'report' | 'text'>) {
  const { t } = useLingui();
  const checks = Array.isArray(report?.checks) ? report.checks.filter(isCheck).filter(({ state }) => state !== 'skipped') : [];
  if (checks.length === 0) return null;
  return (
    <details className={fold.fold}>
      <summary>{t`Quality checks`}</summary>
      <ul className={css.report}>
        {checks.map(({ name, state, findings }) => (
          <li key={name} data-state={state}>
            <b>
              <CheckName name={name} />
            </b>
            {' · '}
            <CheckState state={state} />
            {findings.slice(0, FINDINGS_SHOWN).map(({ from, to }) => (
              <q key={`${from} ${to}`}>{text.slice(from, to)}</q>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

function CheckName({ name }: Pick<Check, 'name'>) {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    length: t`Length`,
    language: t`Language`,
    mustInclude: t`Phrases to include`,
    mustAvoid: t`Phrases to avoid`,
    placeholders: t`Placeholders`,
    links: t`Links`,
    spelling: t`Spelling`,
    grammar: t`Grammar`,
    readability: t`Readability`,
    repetition: t`Repetition`,
    overlap: t`Overlap with other texts`,
  };
  return words[name] ?? name;
}

function CheckState({ state }: Pick<Check, 'state'>) {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    fine: t`passed`,
    look: t`worth a look`,
    wrong: t`needs attention`,
  };
  return words[state] ?? state;
}
