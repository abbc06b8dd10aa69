// A post kit as the post that it becomes: brand, visual, caption, call to action and link.
import { wordsOfRuns } from '../../../../lib/markdown/markdown.ts';
import { Annotated, Blocks, RunTexts } from '../markdown.tsx';
import type { Publication } from '../types.ts';
import type { Kit, KitLine } from './post-kits.ts';
import css from './published.module.css';

type Props = { readonly kit: Kit; readonly publication: Publication };

export const PostCard = ({ kit, publication: { brand = '', platform = '' } }: Props) => (
  <section className={css.kit}>
    <Blocks of={[kit.title]} />
    <div className={css.post}>
      <p className={css.by}>
        <span className={css.avatar} aria-hidden="true">
          {[...brand][0] ?? '·'}
        </span>
        <b>
          <bdi>{brand}</bdi>
        </b>
        <small>
          {platform ? `${platform} · ` : null}
          {wordsOfRuns(kit.slot.words).trim()}
        </small>
      </p>
      <div className={css.visual}>
        <Line line={kit.visual} />
      </div>
      <div className={css.caption}>
        <Plain line={kit.caption} />
      </div>
      <div className={css.action}>
        <Plain line={kit.action} />
      </div>
      {kit.rest.map((line) => (
        <div key={wordsOfRuns(line.all)} className={css.link}>
          <Plain line={line} />
        </div>
      ))}
    </div>
  </section>
);

const Line = ({ line }: { readonly line: KitLine }) => (
  <Annotated runs={line.all}>
    <p>
      <RunTexts of={line.all} />
    </p>
  </Annotated>
);

/** Without its label, which only screen readers need. */
const Plain = ({ line }: { readonly line: KitLine }) => (
  <Annotated runs={line.words}>
    <p>
      <span className="unseen">{wordsOfRuns(line.label)} </span>
      <RunTexts of={line.words} />
    </p>
  </Annotated>
);
