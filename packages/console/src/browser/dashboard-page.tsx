/**
 * The script of the dashboard.
 */
import { render } from 'preact';
import { Dashboard } from './dashboard/dashboard.js';
import { startPage } from './page-behaviour.js';

startPage();
const place = document.querySelector<HTMLElement>('[data-events]');
if (place) {
  // The heading that readers without scripts see.
  place.replaceChildren();
  render(<Dashboard events={place.dataset['events'] ?? ''} />, place);
}
