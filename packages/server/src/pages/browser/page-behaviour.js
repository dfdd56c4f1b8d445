// @ts-check
/**
 * The behaviour of all pages: buttons that copy, and client snippets as tabs.
 */
import { button, element } from './element.js';

const copiedForMs = 1_600;

/** Brings to life what the page was served with. Without scripts all of it can be read, one below the other. */
export function enliven() {
  document.documentElement.dataset['script'] = 'on';
  document.addEventListener('click', ({ target }) => {
    const copier = target instanceof Element ? target.closest('[data-copy]') : null;
    if (copier instanceof HTMLElement) void copy(copier);
  });
  for (const tabs of document.querySelectorAll('[data-tabs]')) if (tabs instanceof HTMLElement) makeTabs(tabs);
}

/** @param {HTMLElement} copier */
async function copy(copier) {
  const isCopied = await write(copier.dataset['copy'] ?? '');
  if (!isCopied) select(copier.closest('.copyable, .code, figure')?.querySelector('code'));
  copier.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
  announce(isCopied ? 'Copied' : 'The browser does not allow copying here; press Ctrl+C');
  setTimeout(() => (copier.textContent = 'Copy'), copiedForMs);
}

/** @param {Element | null | undefined} shown */
function select(shown) {
  if (shown) getSelection()?.selectAllChildren(shown);
}

/** @param {string} text */
async function write(text) {
  try {
    // Absent where the page was not reached over TLS or on this machine.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} text */
function announce(text) {
  const known = document.querySelector('#announcer');
  const announcer = known ?? element('p', { id: 'announcer', class: 'unseen', role: 'status' });
  if (!known) document.body.append(announcer);
  announcer.textContent = text;
}

/** @param {HTMLElement} tabs */
function makeTabs(tabs) {
  const panels = [...tabs.children].filter((child) => child instanceof HTMLElement);
  const buttons = panels.map((panel, index) => {
    const heading = panel.querySelector('h3');
    const tab = button(heading?.textContent ?? '', () => choose(index), {
      role: 'tab',
      id: `${panel.id}-tab`,
      'aria-controls': panel.id,
    });
    heading?.remove();
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  /** @param {number} chosen */
  const choose = (chosen) => {
    buttons.forEach((tab, index) => {
      tab.setAttribute('aria-selected', String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
    });
    panels.forEach((panel, index) => (panel.hidden = index !== chosen));
  };
  const list = element('div', { role: 'tablist', 'aria-label': tabs.dataset['tabs'] }, ...buttons);
  list.addEventListener('keydown', (event) => {
    const at = buttons.findIndex((tab) => tab === document.activeElement);
    const next = nextTab(event.key, at, buttons.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    buttons[next]?.focus();
  });
  tabs.prepend(list);
  choose(0);
}

/**
 * @param {string} key
 * @param {number} at
 * @param {number} count
 */
function nextTab(key, at, count) {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
