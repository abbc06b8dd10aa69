// Gallery of all UI components in every state, light beside dark, for developers and the screenshot test.
// Not served in production; English only.

import { type ReactNode, useId, useState } from 'react';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import dialog from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import menu from '#ui/display/menu.module.css';
import { Chevron, Menu } from '#ui/display/menu.tsx';
import { Tabs } from '#ui/display/tabs.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { Meter } from '#ui/feedback/meter.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Checkbox, PasswordField, TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import badge from '#ui/styles/badge.module.css';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
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
  { name: 'Errors', Show: BrokenPageButton },
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
      <Button text="Main" look="main" />
      <Button text="Quiet" />
      <Button text="Delete" look="bad" />
      <Button text="Small" small />
      <Button text="Like a link" look="link" />
      <Button text="On its way" look="main" aria-disabled="true" />
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
        content={
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
      <Button text="Open a harmless dialog" onClick={() => setOpen('harmless')} />
      <Button text="Open a grave dialog" onClick={() => setOpen('grave')} />
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
            <Button text="Do it" look={open === 'grave' ? 'bad' : 'main'} type="submit" value="yes" />
            <Button text="Leave it" type="submit" value="no" />
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
      <Button text="Good news" onClick={() => showToast({ text: 'Saved.' })} />
      <Button
        text="News to take back"
        onClick={() => showToast({ text: 'Removed.', act: { label: 'Undo', run: () => setUndone((times) => times + 1) } })}
      />
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
      <Empty kind="empty" title="No orders yet" act={<ButtonLink text="Browse services" look="main" href="/services" />}>
        What you order stands here, with each of its steps.
      </Empty>
      <Empty kind="filtered" title="No order fits" act={<Button text="Show all" />}>
        Fourteen orders are hidden by the filter.
      </Empty>
      <Empty kind="failed" title="The orders could not be loaded" act={<Button text="Try again" />}>
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
      <Button text="Break this page" look="bad" onClick={() => setBroken(true)} />
    </div>
  );
}

/** `name` is used by the tests: unchanged while a newer build is served. */
function Fields() {
  const own = useId();
  const [text, setText] = useState('');
  const [agreed, setAgreed] = useState(false);
  const field = (name: string, error?: string) => ({ id: `${own}-${name}`, name, value: text, error, change: setText });
  return (
    <div className={css.column}>
      <TextField field={field('typed')} label="Text" hint="What is meant, in a sentence." />
      <output>{text}</output>
      <TextField field={field('wrong', 'Enter an email address, such as name@example.com.')} label="Email" type="email" optional />
      <TextArea field={field('long')} label="Message" rows={3} maxChars={200} />
      <PasswordField field={field('password')} label="Password" autoComplete="new-password" />
      <Checkbox field={{ id: `${own}-agreed`, name: 'agreed', value: agreed, error: undefined, change: setAgreed }} label="I agree." />
      <div className={css.row}>
        <SubmitButton text="Send" busy={false} meanwhile="" />
        <SubmitButton text="Sending" busy meanwhile="Sending …" />
      </div>
    </div>
  );
}
