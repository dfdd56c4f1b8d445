/**
 * Shows the dice of a roll. A die that is clicked is kept; the others can be rolled again.
 */
import { mount, useHost, useKeptState, useResult, useTool } from '@sigil/view/preact';
import './board.css';
import { roll, rollAgain } from './tools.generated.js';

// #region board
function Board() {
  const { view, capabilities } = useHost();
  const opened = useResult(roll);
  const again = useTool(rollAgain);
  const [kept, setKept] = useKeptState<number[]>('kept', []);
  const shown = again.result ?? opened.result;
  const error = again.error ?? opened.error;

  if (opened.cancelled) return <p>The roll was cancelled.</p>;
  if (!shown) return error ? <p role="alert">{error.message}</p> : <p>Rolling {opened.input?.count ?? ''} dice …</p>;

  const toggle = (place: number): void =>
    setKept((before) => (before.includes(place) ? before.filter((it) => it !== place) : [...before, place]));
  return (
    <main>
      <h1>Dice</h1>
      <ul aria-label="Dice">
        {shown.dice.map((die, place) => (
          <li key={place}>
            <button class="die" aria-pressed={kept.includes(place)} onClick={() => toggle(place)}>
              {die}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <strong>{shown.total}</strong> with {shown.dice.length} dice of {shown.sides} sides
      </p>
      <button
        disabled={again.pending || kept.length === shown.dice.length}
        onClick={() => again.call({ sides: shown.sides, dice: shown.dice, kept })}
      >
        Roll {kept.length === 0 ? 'all' : 'the others'} again
      </button>
      {capabilities.message && (
        <button onClick={() => view.sendMessage(`I have ${shown.total}. Your turn!`)}>Done</button>
      )}
      {error && <p role="alert">{error.message}</p>}
    </main>
  );
}

mount(<Board />);
// #endregion board
