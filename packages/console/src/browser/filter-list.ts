/**
 * Narrows a long list to the items that contain every typed word.
 */

/** Starts every search field of the page. Its `data-filters` has the id of the list. */
export function startFilters(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-filters]')) {
    const list = document.getElementById(input.dataset['filters'] ?? '');
    if (list) filterList(input, list);
  }
}

function filterList(input: HTMLInputElement, list: HTMLElement): void {
  const items = [...list.children].filter((child) => child instanceof HTMLElement);
  // What is inside of an opened component is not searched.
  const texts = items.map((item) => (item.querySelector('summary') ?? item).textContent.toLowerCase());
  const count = input.parentElement?.querySelector('[role=status]');
  const none = document.createElement('p');
  none.className = 'empty';
  none.textContent = 'Nothing here has all of these words.';
  (list.closest('.scroll') ?? list).after(none);
  const narrow = (): void => {
    const words = input.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    items.forEach((item, index) => {
      item.hidden = !words.every((word) => texts[index]?.includes(word));
    });
    const shown = items.filter((item) => !item.hidden).length;
    none.hidden = shown > 0;
    if (count) count.textContent = words.length === 0 ? '' : `${shown} of ${items.length}`;
  };
  input.addEventListener('input', narrow);
  // The browser may have kept a text over a reload.
  narrow();
}
