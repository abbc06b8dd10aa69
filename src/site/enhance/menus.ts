// Menus are details elements: a press elsewhere, Escape and a choice close them.

export function startMenus(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>('[data-menu][open]');
  const closeOthers = ({ target }: Event) => {
    for (const menu of open()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  };
  document.addEventListener('pointerdown', closeOthers);
  document.addEventListener('focusin', closeOthers);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') for (const menu of open()) close(menu);
  });
  // The focus stays at the menu.
  document.addEventListener('click', ({ target }) => {
    const menu = target instanceof Element && target.closest('a, button') ? target.closest<HTMLDetailsElement>('[data-menu]') : null;
    if (menu) close(menu);
  });
}

function close(menu: HTMLDetailsElement): void {
  menu.open = false;
  menu.querySelector('summary')?.focus();
}
