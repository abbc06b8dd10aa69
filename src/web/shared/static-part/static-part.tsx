// A part without behavior: the browser keeps the server's HTML, and downloads the component only to render it
// anew, after a change of language, currency or page.
import { type ComponentType, useEffect, useState } from 'react';
import { LazyPart } from '#ui/display/lazy.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { usePage } from '../../router/page/context.ts';
import css from './static-part.module.css';

const StaticHtml = import.meta.env.SSR ? (await import('./static-html.tsx')).StaticHtml : undefined;

type Props<PartProps extends object> = {
  /**
   * On the server; in the browser undefined, so that the build leaves the component out:
   * `import.meta.env.SSR ? (await import('./part.tsx')).Part : undefined`.
   */
  readonly server: ComponentType<PartProps> | undefined;
  /** Its style sheets: without a use the build leaves them out of the page. */
  readonly styles: readonly CSSModuleClasses[];
  readonly load: () => Promise<ComponentType<PartProps>>;
  /** With language, currency and layout data, all that the part shows follows from them. */
  readonly props: PartProps;
};

/** React does not compare the inside of an element with HTML of its own with the document. */
const asServed = { __html: '' };
const nothing = () => undefined;

export function StaticPart<PartProps extends object>({ server: Part, load, props }: Props<PartProps>) {
  const { locale, currency } = usePage();
  const isHydrated = useHydrated();
  const shown = `${locale} ${currency}`;
  const [served, setServed] = useState(isHydrated ? undefined : shown);
  if (StaticHtml && Part) return <StaticHtml part={Part} props={props} className={css.part} />;
  // What was left once is not there to come back to.
  return served === shown ? (
    <ServedHtml left={() => setServed(undefined)} />
  ) : (
    <div className={css.part}>
      <LazyPart load={load} props={props} failed={nothing} />
    </div>
  );
}

function ServedHtml({ left }: { readonly left: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is removed.
  useEffect(() => {
    return left;
  }, []);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; it keeps what the server rendered.
  return <div className={css.part} suppressHydrationWarning dangerouslySetInnerHTML={asServed} />;
}
