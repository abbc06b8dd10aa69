// Gallery of all UI components in every state, light beside dark, for developers and the screenshot test.
// Not served in production; English only.
import { type ReactNode, useState } from 'react';
import dialog from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import menu from '#ui/display/menu.module.css';
import { Chevron, Menu } from '#ui/display/menu.tsx';
import { Tabs } from '#ui/display/tabs.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { Meter } from '#ui/feedback/meter.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import badge from '#ui/styles/badge.module.css';
import button from '#ui/styles/button.module.css';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import { Fields } from './ui-fields.tsx';
import css from './ui-page.module.css';

const specimens: readonly { readonly name: string; readonly Show: () => ReactNode }[] = [
  { name: 'Type', Show: Type },
  { name: 'Buttons', Show: Buttons },
  { name: 'Badges', Show: Badges },
  { name: 'Card', Show: Card },
  { name: 'Fields', Show: Fields },
  { name: 'Tabs', Show: Tabbed },
  { name: 'Menu', Show: Menus },
  { name: 'Dialogs', Show: Dialogs },
  { name: 'Toasts', Show: Toasts },
  { name: 'Progress', Show: Progress },
  { name: 'Skeletons', Show: Skeletons },
  { name: 'Nothing there', Show: Nothing },
  { name: 'Faults', Show: BrokenPageButton },
];

export const UiGalleryPage = () => (
  <div className={`page ${css.sheet}`} lang="en">
    <h1>Parts of the pages</h1>
    <div className={css.themes}>
      {(['light', 'dark'] as const).map((theme) => (
        <section key={theme} className={css[theme]} aria-label={theme} data-theme-shown={theme}>
          {specimens.map(({ name, Show }) => (
            <section key={name} className={css.specimen} aria-label={`${name}, ${theme}`} data-specimen={name}>
              <h2>{name}</h2>
              <Show />
            </section>
          ))}
        </section>
      ))}
    </div>
  </div>
);

function Type() {
  return (
    <div className={css.column}>
      <p className={eyebrow.eyebrow}>Eyebrow</p>
      <h3>A heading of the third level</h3>
      <p>
        Text with <a href="/services">a link to the services</a>, <b>bold</b> and <span className="soft">soft</span>.
      </p>
      <p className="small">Small text.</p>
    </div>
  );
}

function Buttons() {
  return (
    <div className={css.row}>
      <button type="button" className={button.main}>
        Main
      </button>
      <button type="button" className={button.quiet}>
        Quiet
      </button>
      <button type="button" className={button.bad}>
        Delete
      </button>
      <button type="button" className={`${button.quiet} ${button.small}`}>
        Small
      </button>
      <button type="button" className={button.link}>
        Like a link
      </button>
      <button type="button" className={button.main} aria-disabled="true">
        On its way
      </button>
    </div>
  );
}

function Badges() {
  return (
    <div className={css.row}>
      <span className={badge.wait}>Awaiting payment</span>
      <span className={badge.work}>In progress</span>
      <span className={badge.done}>Delivered</span>
      <span className={badge.off}>Cancelled</span>
      <span className={badge.wrong}>Late</span>
    </div>
  );
}

function Card() {
  return (
    <article className={card.card}>
      <h3>Brand story, 900 words</h3>
      <p className="soft">What stands on a card.</p>
    </article>
  );
}

const tabs = [
  { id: 'all', label: 'All 14' },
  { id: 'open', label: 'Open 3' },
  { id: 'cancelled', label: 'Cancelled 1' },
] as const;

function Tabbed() {
  const [chosen, choose] = useState<(typeof tabs)[number]['id']>('all');
  return (
    <div>
      <Tabs label="Orders" tabs={tabs} chosen={chosen} choose={choose}>
        <p>Orders: {chosen}</p>
      </Tabs>
    </div>
  );
}

function Menus() {
  return (
    <div className={css.row}>
      <Menu
        label="Sort:"
        shown={
          <>
            Newest
            <Chevron />
          </>
        }
      >
        <ul className={menu.list}>
          <li>
            <button type="button" className={menu.item} aria-current="true">
              Newest
            </button>
          </li>
          <li>
            <button type="button" className={menu.item}>
              Oldest
            </button>
          </li>
        </ul>
      </Menu>
    </div>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'harmless' | 'grave'>();
  const [notice, setNotice] = useState('nothing yet');
  return (
    <div className={css.row}>
      <button type="button" className={button.quiet} onClick={() => setOpen('harmless')}>
        Open a harmless dialog
      </button>
      <button type="button" className={button.quiet} onClick={() => setOpen('grave')}>
        Open a grave dialog
      </button>
      <output>Said: {notice}</output>
      {open ? (
        <Dialog
          title="Shall it be done?"
          harmless={open === 'harmless'}
          onClose={(value) => {
            setNotice(value || 'left');
            setOpen(undefined);
          }}
        >
          <p>What it means, in a sentence.</p>
          <form method="dialog" className={dialog.acts}>
            <button type="submit" className={open === 'grave' ? button.bad : button.main} value="yes">
              Do it
            </button>
            <button type="submit" className={button.quiet} value="no">
              Leave it
            </button>
          </form>
        </Dialog>
      ) : null}
    </div>
  );
}

function Toasts() {
  const [undone, setUndone] = useState(0);
  return (
    <div className={css.row}>
      <button type="button" className={button.quiet} onClick={() => showToast({ text: 'Saved.' })}>
        Good news
      </button>
      <button
        type="button"
        className={button.quiet}
        onClick={() => showToast({ text: 'Removed.', act: { label: 'Undo', run: () => setUndone((times) => times + 1) } })}
      >
        News to take back
      </button>
      <output>Taken back: {undone}</output>
    </div>
  );
}

function Progress() {
  return (
    <div className={css.column}>
      <Meter label="Not begun" done={0} />
      <Meter label="Order in work" done={0.62} />
      <Meter label="Done" done={1} />
      <Meter label="Nobody knows how far" />
    </div>
  );
}

function Skeletons() {
  return (
    <div className={css.column}>
      <Skeleton shape="lines" count={3} />
      <Skeleton shape="card" count={1} />
    </div>
  );
}

function Nothing() {
  return (
    <div className={css.column}>
      <Empty
        kind="empty"
        title="No orders yet"
        act={
          <a className={button.main} href="/services">
            Browse services
          </a>
        }
      >
        What you order stands here, with each of its steps.
      </Empty>
      <Empty
        kind="filtered"
        title="No order fits"
        act={
          <button type="button" className={button.quiet}>
            Show all
          </button>
        }
      >
        Fourteen orders are hidden by the filter.
      </Empty>
      <Empty
        kind="failed"
        title="The orders could not be loaded"
        act={
          <button type="button" className={button.quiet}>
            Try again
          </button>
        }
      >
        If you write to us, please quote a1b2c3.
      </Empty>
    </div>
  );
}

function BrokenPageButton() {
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('This page was broken on purpose.');
  return (
    <div className={css.row}>
      <button type="button" className={button.bad} onClick={() => setBroken(true)}>
        Break this page
      </button>
    </div>
  );
}
