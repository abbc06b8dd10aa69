// Parts that load after their page move what is below them: the place is scrolled to again until the visitor
// acts.

const HOLDS_MS = 5_000;
let release = (): void => undefined;

export function holdPlace(go: () => void): void {
  release();
  const sizes = new ResizeObserver(go);
  const acts = new AbortController();
  const end = setTimeout(() => release(), HOLDS_MS);
  release = () => {
    sizes.disconnect();
    acts.abort();
    clearTimeout(end);
  };
  for (const act of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(act, () => release(), { passive: true, signal: acts.signal });
  sizes.observe(document.body);
}
