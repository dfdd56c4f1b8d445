/**
 * The behaviour of all pages: buttons that copy, and client snippets as tabs. Without it all texts are shown one below the other.
 */

const copiedForMs = 1_600;

/** Starts what the page was served with. */
export function startPage(): void {
  document.documentElement.dataset['script'] = 'on';
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    if (button) void copy(button);
  });
  for (const tabs of document.querySelectorAll<HTMLElement>('[data-tabs]')) startTabs(tabs);
}

async function copy(button: HTMLElement): Promise<void> {
  const isCopied = await writeClipboard(button.dataset['copy'] ?? '');
  if (!isCopied) select(button.closest('.copyable, .code, figure')?.querySelector('code'));
  button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
  announce(isCopied ? 'Copied' : 'The browser does not allow copying here; press Ctrl+C');
  setTimeout(() => (button.textContent = 'Copy'), copiedForMs);
}

function select(shown: Element | null | undefined): void {
  if (shown) getSelection()?.selectAllChildren(shown);
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    // Absent if the page was not reached over TLS or on this machine.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function announce(text: string): void {
  const place = document.querySelector('#announcer') ?? document.createElement('p');
  if (!place.isConnected) {
    place.id = 'announcer';
    place.className = 'unseen';
    place.setAttribute('role', 'status');
    document.body.append(place);
  }
  place.textContent = text;
}

function startTabs(tabs: HTMLElement): void {
  const panels = [...tabs.children].filter((child) => child instanceof HTMLElement);
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', tabs.dataset['tabs'] ?? '');
  const buttons = panels.map((panel, index) => {
    const heading = panel.querySelector('h3');
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = heading?.textContent ?? '';
    tab.id = `${panel.id}-tab`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => choose(index));
    heading?.remove();
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  const choose = (chosen: number): void => {
    buttons.forEach((tab, index) => {
      tab.setAttribute('aria-selected', String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
    });
    panels.forEach((panel, index) => (panel.hidden = index !== chosen));
  };
  list.addEventListener('keydown', (event) => {
    const at = buttons.findIndex((tab) => tab === document.activeElement);
    const next = nextTab(event.key, at, buttons.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    buttons[next]?.focus();
  });
  list.append(...buttons);
  tabs.prepend(list);
  choose(0);
}

function nextTab(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
