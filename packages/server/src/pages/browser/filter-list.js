// @ts-check
/**
 * Narrows a long list down to what the reader types.
 */

/**
 * @param {HTMLInputElement} input
 * @param {HTMLElement} list
 */
export function filterList(input, list) {
  const items = [...list.children].filter((child) => child instanceof HTMLElement);
  const texts = items.map((item) => (item.querySelector('summary')?.textContent ?? '').toLowerCase());
  const count = input.parentElement?.querySelector('[role=status]');
  input.addEventListener('input', () => {
    const words = input.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    let shown = 0;
    items.forEach((item, index) => {
      const fits = words.every((word) => texts[index]?.includes(word));
      item.hidden = !fits;
      if (fits) shown += 1;
    });
    if (count) count.textContent = words.length === 0 ? '' : `${shown} of ${items.length}`;
  });
}
