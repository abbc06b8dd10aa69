// Checks HTML with html-validate: HTML standard and accessibility.
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

const rules: ConfigData['rules'] = {
  // Spelling of markup, which React and the browser decide; the standard allows it.
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'doctype-style': 'off',
  'void-style': 'off',
  // An input without a type is a text input.
  'no-implicit-input-type': 'off',
  // The lines of one list share a name.
  'form-dup-name': 'off',
  // The standard forbids only white space in an id; React's ids begin with "_".
  'valid-id': ['error', { relaxed: true }],
  // Biome requires `for`, also on a label around its input.
  'no-redundant-for': 'off',
  // The shop's own scripts and styles come over the same connection as the page.
  'require-sri': ['error', { target: 'crossorigin', exclude: ['//localhost:'] }],
};
const rulesByKind = {
  page: rules,
  // Many mail programs drop styles that are not inline, and a subject contains values of unknown length.
  mail: { ...rules, 'no-inline-style': 'off', 'long-title': 'off' },
} as const;
// The tool allows an option without text; the standard does not.
const elements: ConfigData['elements'] = ['html5', { option: { inherit: 'option', textContent: 'accessible' } }];

const createValidator = (kind: keyof typeof rulesByKind) =>
  new HtmlValidate(
    new StaticConfigLoader({ extends: ['html-validate:recommended', 'html-validate:document'], elements, rules: rulesByKind[kind] }),
  );
const validators = { page: createValidator('page'), mail: createValidator('mail') };

/** One line per error: rule, message and place. */
export function findHtmlErrors(html: string, kind: keyof typeof validators = 'page'): string[] {
  const { results } = validators[kind].validateStringSync(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? 'document'})`),
  );
}

// Measures of an open page for people with large text, touch, forced colours, a screen reader or a printer.
// Each function runs in the page and names the elements that fail, so it may use nothing outside itself.

/**
 * The page scrolls sideways, or an element sticks out of the window, or its text is cut off. Areas that
 * scroll by themselves are apart.
 */
export function findCutOff(): string[] {
  const describeElement = (each: Element) => `${each.tagName}.${each.className} “${each.textContent?.trim().slice(0, 30)}”`;
  const getBox = (each: Element) => each.getBoundingClientRect();
  const getOverflow = (each: Element) => getComputedStyle(each).overflowX;
  const isApart = (each: Element): boolean => {
    for (let up = each.parentElement; up && up !== document.body; up = up.parentElement)
      if (/auto|scroll/.test(getOverflow(up)) || up.tagName === 'svg' || up.ariaHidden === 'true') return true;
    return false;
  };
  const { clientWidth, scrollWidth } = document.documentElement;
  const shown = [...document.querySelectorAll('body *')].filter(
    (each) => each.textContent?.trim() && each.checkVisibility({ visibilityProperty: true }) && getBox(each).width > 2,
  );
  const out = shown.filter((each) => getBox(each).right > clientWidth + 1 && !isApart(each));
  // Rows of the queue have a fixed height and show their service in full on the page of the piece.
  const cut = shown.filter((each) => {
    if (!/hidden|clip/.test(getOverflow(each)) || each.closest('.unseen, [aria-rowindex]')) return false;
    if (each.childElementCount === 0) return each.scrollWidth > each.clientWidth + 1;
    return shown.some((part) => each.contains(part) && getBox(part).right > getBox(each).right + 1);
  });
  const sideways = scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth} px`] : [];
  return [...sideways, ...[...out.slice(-4), ...cut].map(describeElement)];
}

/** Places and controls of the header that stand below its first line. */
export function findWrapped(): string[] {
  const [first, ...rest] = [...document.querySelectorAll('header:first-of-type :is(a, summary, button)')].filter(
    (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('main'),
  );
  const end = first?.getBoundingClientRect().bottom ?? 0;
  return rest.filter((each) => each.getBoundingClientRect().top >= end).map((each) => `${each.tagName} “${each.textContent?.trim()}”`);
}

/**
 * Links and buttons of an order's row that cover its badge, and badges that stick out of their row or are cut
 * off.
 */
export function findCoveredBadges(): string[] {
  return [...document.querySelectorAll('main article')].flatMap((order) => {
    const badge = order.querySelector(':scope > div:nth-child(2) > span');
    if (!badge) return ['order without a badge'];
    const name = `“${badge.textContent}”`;
    const [inner, row] = [badge.getBoundingClientRect(), order.getBoundingClientRect()];
    const isCut =
      badge.scrollWidth > badge.clientWidth + 1 || inner.left < row.left || inner.right > row.right || inner.bottom > row.bottom;
    const covering = [...order.querySelectorAll('a, button')].filter((each) => {
      const box = each.getBoundingClientRect();
      return box.left < inner.right && box.right > inner.left && box.top < inner.bottom && box.bottom > inner.top;
    });
    return [...(isCut ? [`${name} is cut off`] : []), ...covering.map((each) => `“${each.textContent?.trim()}” covers ${name}`)];
  });
}

/** Text in a column so narrow that its letters stand one below the other. */
export function findStackedLetters(): string[] {
  const [minLines, minLetters] = [4, 3];
  return [...document.querySelectorAll('body *')].flatMap((each) => {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest('.unseen, svg') || each.clientWidth === 1) return [];
    return [...each.childNodes].flatMap((node) => {
      const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '';
      if (text.length < minLines) return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      return lines >= minLines && text.length / lines < minLetters ? [`${each.tagName}.${each.className} “${text.slice(0, 30)}”`] : [];
    });
  });
}

/** Controls smaller than a fingertip, besides links inside a sentence. */
export function findSmallTargets(min: number): string[] {
  /** The text around a link, up to the next block. */
  const isInSentence = (link: Element): boolean => {
    for (let up = link.parentElement; up && getComputedStyle(link).display.startsWith('inline'); up = up.parentElement) {
      const around = (up.textContent ?? '').trim().length - (link.textContent ?? '').trim().length;
      if (around > 2 && [...up.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())) return true;
      if (getComputedStyle(up).display !== 'inline') return false;
    }
    return false;
  };
  const controls = 'a[href], button, summary, select, textarea, input:not([type=hidden]), [role=tab], [role=button]';
  return [...document.querySelectorAll(controls)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.unseen, [inert]') && !isInSentence(each))
    .flatMap((each) => {
      // The label of a checkbox is part of its target.
      const boxes = [each, ...((each as HTMLInputElement).labels ?? [])].map((of) => of.getBoundingClientRect());
      const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
      const label = (each.getAttribute('aria-label') ?? each.textContent ?? '').trim().slice(0, 30);
      const isSmall = width < min - 0.5 || height < min - 0.5;
      return isSmall ? [`${each.tagName}.${each.className} “${label}” ${Math.round(width)} × ${Math.round(height)}`] : [];
    });
}

/**
 * Neighbours in the document whose order on the screen differs: the later one is above the earlier one, or to
 * the left of it.
 */
export function findReordered(): string[] {
  const describeElement = (each: Element) => `${each.tagName}.${each.className} “${each.textContent?.trim().slice(0, 25)}”`;
  const isInFlow = (each: Element) =>
    each.textContent?.trim() &&
    each.checkVisibility({ visibilityProperty: true }) &&
    !/absolute|fixed|sticky/.test(getComputedStyle(each).position);
  const errors: string[] = [];
  // Cells of a table are read by row and column.
  for (const parent of document.querySelectorAll(':is(body, body *):not(table, table *, svg, svg *)')) {
    if (!/flex|grid/.test(getComputedStyle(parent).display)) continue;
    const children = [...parent.children].filter(isInFlow);
    for (const [index, later] of children.entries()) {
      const earlier = children[index - 1];
      if (!earlier) continue;
      const [one, two] = [earlier.getBoundingClientRect(), later.getBoundingClientRect()];
      const isAbove = two.bottom <= one.top + 1 && two.left < one.right - 1;
      const isBefore = two.top < one.bottom - 1 && two.bottom > one.top + 1 && two.right <= one.left + 1;
      if (isAbove || isBefore) errors.push(`${describeElement(later)} is shown before ${describeElement(earlier)}`);
    }
  }
  return errors;
}

/** Selected links, tabs and options that look like the others beside them, apart from their weight. */
export function findUnmarked(): string[] {
  const getLook = (each: Element) => {
    const { backgroundColor, borderTopWidth, borderBottomWidth, borderTopColor, textDecorationLine, color } = getComputedStyle(each);
    const mark = getComputedStyle(each, '::after').content;
    return [backgroundColor, borderTopWidth, borderBottomWidth, borderTopColor, textDecorationLine, color, mark].join();
  };
  return [...document.querySelectorAll('[aria-current], [aria-selected="true"], label:has(> :checked)')].flatMap((each) => {
    const others = [...(each.closest('ul, ol, nav, [role=tablist], fieldset')?.querySelectorAll(each.tagName) ?? [])];
    const like = others.find(
      (other) => other.className === each.className && !other.matches('[aria-current], [aria-selected="true"], :has(> :checked)'),
    );
    return each.checkVisibility() && like && getLook(like) === getLook(each)
      ? [`${each.tagName}.${each.className} “${each.textContent?.trim()}”`]
      : [];
  });
}

/** What has no place on paper: controls, navigation, and text that is not dark on white. */
export function findUnprintable(): string[] {
  const seen = (each: Element) => {
    const { width, height } = each.getBoundingClientRect();
    return each.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && !each.closest('.unseen');
  };
  const describeElement = (each: Element) => `${each.tagName}.${each.className} “${each.textContent?.trim().slice(0, 30)}”`;
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  /** 0 is black, 255 white. */
  const getBrightness = (colour: string): number => {
    if (!canvas) return 0;
    canvas.fillStyle = 'white';
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return 0.3 * red + 0.59 * green + 0.11 * blue;
  };
  const controls = [...document.querySelectorAll('button:not([aria-selected=true]), input, select, textarea, nav, form, header, footer')];
  const texts = [...document.querySelectorAll('main *')].filter((each) =>
    [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  );
  return [
    ...controls.filter((each) => seen(each) && !each.closest('article, main header')).map(describeElement),
    ...texts
      .filter((each) => seen(each) && getBrightness(getComputedStyle(each).color) > 140)
      .map((each) => `pale: ${describeElement(each)}`),
    ...texts
      .filter((each) => seen(each) && getBrightness(getComputedStyle(each).backgroundColor) < 180)
      .map((each) => `inked: ${describeElement(each)}`),
  ];
}
