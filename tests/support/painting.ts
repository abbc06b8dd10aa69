// Pages that are laid out but not painted: painting takes a fifth of the browser's processor time, and most
// tests read the document only. A body of opacity 0 has its sizes, its focus and its clicks; what looks at
// colours or takes a picture runs `whilePainted`.
import type { BrowserContext, Page } from '@playwright/test';

type Unpainted = { unpainted?: CSSStyleSheet };

export const skipPainting = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    // The dot is the first content that the page paints, which its scripts wait for.
    sheet.replaceSync(
      'body { opacity: 0 !important } html::before { content: "." / ""; position: fixed; font-size: 1px; pointer-events: none }',
    );
    document.adoptedStyleSheets.push(sheet);
    (window as Unpainted).unpainted = sheet;
  });

const setPainted = (page: Page, painted: boolean): Promise<void> =>
  page.evaluate((value) => {
    const { unpainted } = window as Unpainted;
    if (unpainted) unpainted.disabled = value;
  }, painted);

export async function whilePainted<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await setPainted(page, true);
  try {
    return await look();
  } finally {
    if (!page.isClosed()) await setPainted(page, false);
  }
}
