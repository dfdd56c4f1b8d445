/**
 * Books tables of a restaurant: the model looks for free ones, the person fills in the form of the view and confirms.
 */
import { Tool, ToolError, View, type Context } from '@sigil/core';

/** A table. */
export interface Table {
  /** The number on the table. */
  number: number;
  /** Where it is. */
  place: 'window' | 'garden' | 'hall';
  /** How many guests it is for. */
  seats: number;
}

/** The tables that are free. */
export interface FreeTables {
  /** A day, such as `2026-12-24`. */
  day: string;
  /** How many guests. */
  people: number;
  /** Those that are large enough. */
  tables: Table[];
}

/** A booking. */
export interface Booking {
  /** The number that the guest names at the door. */
  number: string;
  /** The table that was booked. */
  table: Table;
  /** The name of the guest. */
  guest: string;
}

const allTables: readonly Table[] = [
  { number: 1, place: 'window', seats: 2 },
  { number: 2, place: 'window', seats: 4 },
  { number: 3, place: 'garden', seats: 4 },
  { number: 4, place: 'hall', seats: 8 },
];

/** A restaurant with four tables. */
@View('ui://table-booking/form', { title: 'Book a table', prefersBorder: true })
export class TableBooking {
  readonly #taken = new Set<string>();

  /**
   * Show the free tables of a day to the user, who can book one of them.
   * @param day The day @format date
   * @param people How many guests @minimum 1 @maximum 8
   * @returns The tables that are free and large enough
   */
  @Tool({ readOnly: true, view: 'ui://table-booking/form' })
  findTables(day: string, people = 2): FreeTables {
    const tables = allTables.filter(({ number, seats }) => seats >= people && !this.#taken.has(`${day} ${number}`));
    return { day, people, tables };
  }

  // #region book
  /**
   * Book a table, after the user has confirmed it.
   * @param day The day @format date
   * @param table The number of the table
   * @param guest The name of the guest @minLength 1 @maxLength 100
   * @returns The booking
   */
  @Tool({ visibility: ['app'] })
  async book(day: string, table: number, guest: string, context: Context): Promise<Booking> {
    const found = allTables.find(({ number }) => number === table);
    if (!found) throw new ToolError(`there is no table ${table}`);
    const answer = await context.elicit<{ confirmed: boolean }>(
      `Book table ${table} in the ${found.place} on ${day} for ${guest}?`,
    );
    if (answer.action === 'incapable') throw new ToolError('this client cannot ask its user');
    if (answer.action !== 'accept' || !answer.content.confirmed) throw new ToolError('the booking was not confirmed');
    if (this.#taken.has(`${day} ${table}`)) throw new ToolError(`table ${table} was taken meanwhile`);
    this.#taken.add(`${day} ${table}`);
    return { number: `${day.replaceAll('-', '')}-${table}`, table: found, guest };
  }
  // #endregion book
}
