/**
 * Looks up customers and their orders in Postgres.
 */
import { Resource, Tool, ToolError } from '@sigil/core';
import pg from 'pg';

interface Settings {
  /** How to connect, as libpq writes it. */
  connectionString: string;
  /** The longest time for one query, in milliseconds. @minimum 1 */
  queryTimeoutMs?: number;
}

interface Customer {
  /** Number of the customer. */
  id: number;
  /** Full name. */
  name: string;
  /** Where the customer lives. */
  city: string;
}

interface Order {
  /** The article that was ordered. */
  article: string;
  /** When it was ordered. */
  placed: Date;
}

/** Customers, as the shop's database has them. */
export class CustomerLookup {
  readonly #pool: pg.Pool;

  // #region pool
  constructor({ connectionString, queryTimeoutMs = 2_000 }: Settings) {
    this.#pool = new pg.Pool({
      connectionString,
      max: 4,
      // The database itself refuses to write, whatever the statement says.
      options: `-c default_transaction_read_only=on -c statement_timeout=${queryTimeoutMs}`,
    });
    // A connection that breaks while nobody uses it is no reason to end the process.
    this.#pool.on('error', () => undefined);
  }

  async health(): Promise<void> {
    await this.#pool.query('select 1');
  }

  async stop(): Promise<void> {
    await this.#pool.end();
  }
  // #endregion pool

  // #region find
  /**
   * Find customers by a part of their name.
   * @param name Any part of the name, in any case @minLength 2
   * @param limit The largest number of customers to return @minimum 1 @maximum 100
   */
  @Tool({ readOnly: true })
  async find(name: string, limit = 10): Promise<Customer[]> {
    // strpos and not like: a percent sign in a name is a percent sign.
    const text = 'select id, name, city from customers where strpos(lower(name), lower($1)) > 0 order by name limit $2';
    return (await this.#pool.query<Customer>(text, [name, limit])).rows;
  }
  // #endregion find

  /**
   * List the orders of a customer, the newest first.
   * @param customer Number of the customer, as `find` gives it
   */
  @Tool({ readOnly: true })
  async orders(customer: number): Promise<Order[]> {
    const known = await this.#pool.query('select 1 from customers where id = $1', [customer]);
    if (known.rowCount === 0)
      throw new ToolError(`no customer has the number ${customer}`, { suggestions: ['Call "find"'] });
    const text = 'select article, placed from orders where customer = $1 order by placed desc';
    return (await this.#pool.query<Order>(text, [customer])).rows;
  }

  /** The tables and their columns, for writing queries. */
  @Resource('schema://tables')
  async tables(): Promise<{ table: string; column: string; type: string }[]> {
    const text =
      `select table_name as "table", column_name as "column", data_type as "type" from information_schema.columns ` +
      `where table_schema = 'public' order by table_name, ordinal_position`;
    return (await this.#pool.query<{ table: string; column: string; type: string }>(text)).rows;
  }
}
