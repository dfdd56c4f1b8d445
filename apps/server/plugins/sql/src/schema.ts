/**
 * The tables of the bookshop: their names, the meaning of their columns, and their rows.
 *
 * The only source for creating the tables, for checking names from callers, and for describing the tables to them.
 */
import { authors } from './data/authors.js';
import { books } from './data/books.js';
import { customers } from './data/customers.js';
import { sales } from './data/sales.js';
import type { Row } from './row.js';

/** A column as it is created and described. */
export interface Column {
  readonly name: string;
  readonly type: 'INTEGER' | 'TEXT';
  readonly description: string;
  readonly isOptional?: boolean;
  /** Table whose `id` this column holds. */
  readonly references?: string;
}

/** A table as it is created and described; the first column is its key. */
export interface Table {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** Every table, those that others refer to first. */
export const tables: readonly Table[] = [
  {
    name: 'authors',
    description: 'People who wrote the books',
    columns: [
      { name: 'id', type: 'INTEGER', description: 'Number of the author' },
      { name: 'name', type: 'TEXT', description: 'Given and family name' },
      { name: 'country', type: 'TEXT', description: 'Country of birth' },
      { name: 'born', type: 'INTEGER', description: 'Year of birth' },
    ],
    rows: authors,
  },
  {
    name: 'books',
    description: 'Books on sale',
    columns: [
      { name: 'id', type: 'INTEGER', description: 'Number of the book' },
      { name: 'title', type: 'TEXT', description: 'Title on the cover' },
      { name: 'author_id', type: 'INTEGER', description: 'Who wrote it', references: 'authors' },
      { name: 'genre', type: 'TEXT', description: 'Shelf it stands on, such as crime, novel or poetry' },
      { name: 'year', type: 'INTEGER', description: 'Year of publication' },
      { name: 'price_cents', type: 'INTEGER', description: 'Price of one copy, in cents' },
      { name: 'pages', type: 'INTEGER', description: 'Number of pages' },
      { name: 'in_stock', type: 'INTEGER', description: 'Copies in the shop' },
    ],
    rows: books,
  },
  {
    name: 'customers',
    description: 'People who bought something',
    columns: [
      { name: 'id', type: 'INTEGER', description: 'Number of the customer' },
      { name: 'name', type: 'TEXT', description: 'Given and family name' },
      { name: 'email', type: 'TEXT', description: 'Address, if they left one', isOptional: true },
      { name: 'city', type: 'TEXT', description: 'Where they live' },
      { name: 'joined', type: 'TEXT', description: 'Day of the first visit, as 2024-05-31' },
    ],
    rows: customers,
  },
  {
    name: 'sales',
    description: 'What was sold, to whom, in 2024 and 2025',
    columns: [
      { name: 'id', type: 'INTEGER', description: 'Number of the sale' },
      { name: 'book_id', type: 'INTEGER', description: 'What was sold', references: 'books' },
      { name: 'customer_id', type: 'INTEGER', description: 'Who bought it', references: 'customers' },
      { name: 'sold_on', type: 'TEXT', description: 'Day of the sale, as 2024-05-31' },
      { name: 'quantity', type: 'INTEGER', description: 'Copies sold' },
      { name: 'paid_cents', type: 'INTEGER', description: 'Amount paid for all copies, in cents' },
    ],
    rows: sales,
  },
];
