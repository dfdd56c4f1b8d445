/**
 * A form for one of the free tables. The model gets the booking as the new state of the view.
 */
import { mount, useHost, useKeptState, useResult, useTool } from '@sigil/view/preact';
import './form.css';
import { book, findTables } from './tools.generated.js';

function BookingForm() {
  const { view, capabilities } = useHost();
  const { result: free, error } = useResult(findTables);
  const booking = useTool(book);
  const [table, setTable] = useKeptState<number | undefined>('table', undefined);
  const [guest, setGuest] = useKeptState('guest', '');

  if (error) return <p role="alert">{error.message}</p>;
  if (!free) return <p>Looking for tables …</p>;
  if (free.tables.length === 0) return <p>Every table is taken on this day.</p>;
  if (booking.result) {
    const { number, table: booked } = booking.result;
    return (
      <p role="status">
        Table {booked.number} is yours. The number of the booking is <strong>{number}</strong>.
      </p>
    );
  }

  // #region submit
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const booked = await booking.call({ day: free.day, table: table ?? free.tables[0]!.number, guest });
    if (booked && capabilities.updateModelContext) await view.updateModelContext({ structuredContent: { booked } });
  };
  // #endregion submit
  return (
    <form onSubmit={submit}>
      <fieldset disabled={booking.pending}>
        <legend>
          {free.people === 1 ? 'A table for one' : `A table for ${free.people}`} on {free.day}
        </legend>
        {free.tables.map(({ number, place, seats }, index) => (
          <label key={number}>
            <input
              type="radio"
              name="table"
              checked={table === undefined ? index === 0 : table === number}
              onChange={() => setTable(number)}
            />
            {place}, {seats} seats
          </label>
        ))}
        <label>
          Name <input required maxLength={100} value={guest} onInput={(event) => setGuest(event.currentTarget.value)} />
        </label>
        <button>{booking.pending ? 'Waiting for your confirmation …' : 'Book'}</button>
        {booking.error && <p role="alert">{booking.error.message}</p>}
      </fieldset>
    </form>
  );
}

mount(
  <main>
    <h1>Book a table</h1>
    <BookingForm />
  </main>,
);
