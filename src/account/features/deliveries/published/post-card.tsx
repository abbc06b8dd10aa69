// A post kit as the post that it becomes on its platform: brand, picture, caption with call to action, and
// link.
import type { ReactNode } from 'react';
import { joinRuns } from '#lib/markdown/markdown.ts';
import { getDateTag } from '#lib/time/date.ts';
import { Annotated, Blocks, RunTexts } from '#ui/display/markdown.tsx';
import { usePage } from '#ui/page/context.ts';
import type { Publication } from '../types.ts';
import { CopyButton } from './copy-button.tsx';
import type { Kit, KitLine } from './post-kits.ts';
import css from './published.module.css';

type Props = { readonly kit: Kit; readonly publication: Publication };

export function PostCard({ kit, publication: { brand = '', platform = '', layout } }: Props) {
  const picture = (
    <div key="picture" className={css.visual}>
      <Line line={kit.visual} />
    </div>
  );
  const text = (
    <div key="text" className={css.caption}>
      <Plain line={kit.caption} />
      <Plain line={kit.action} />
    </div>
  );
  const links = kit.rest.map((line) => (
    <div key={joinRuns(line.all)} className={css.link}>
      <Plain line={line} />
    </div>
  ));
  return (
    <section className={css.kit}>
      <Blocks blocks={[kit.title]} />
      <div className={css.post} data-layout={layout}>
        <div className={css.by}>
          <span className={css.avatar} aria-hidden="true">
            {[...brand][0] ?? '·'}
          </span>
          <b>
            <bdi>{brand}</bdi>
          </b>
          <Annotated runs={kit.slot.words}>
            <small>
              {platform ? `${platform} · ` : null}
              <Slot kit={kit} />
            </small>
          </Annotated>
        </div>
        {layout === 'picture' ? [picture, text] : [text, picture]}
        {links}
      </div>
      <p>
        <CopyButton text={toPlainText(kit)} label={joinRuns(kit.title.runs)} />
      </p>
    </section>
  );
}

const toPlainText = ({ caption, action, rest }: Kit): string =>
  [caption, action, ...rest].map(({ words }) => joinRuns(words).trim()).join('\n\n');

function Slot({ kit: { day, slot } }: Pick<Props, 'kit'>): ReactNode {
  const { locale, shell } = usePage();
  const written = joinRuns(slot.words).trim();
  const time = /\b\d{2}:\d{2}\b/.exec(written)?.[0];
  if (time === undefined) return written;
  // The kits say whose time it is, so it is shown as it is written.
  const shown = new Intl.DateTimeFormat(getDateTag(shell.dateLocale, locale), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  return <time dateTime={`${day}T${time}`}>{shown.format(new Date(`${day}T${time}Z`))}</time>;
}

const Line = ({ line }: { readonly line: KitLine }) => (
  <Annotated runs={line.all}>
    <p>
      <RunTexts runs={line.all} />
    </p>
  </Annotated>
);

/** Without its label, which only screen readers need. */
const Plain = ({ line }: { readonly line: KitLine }) => (
  <Annotated runs={line.words}>
    <p>
      <span className="unseen">{joinRuns(line.label)} </span>
      <RunTexts runs={line.words} />
    </p>
  </Annotated>
);
