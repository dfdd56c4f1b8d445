/** One page of results. */
export interface Page<Item> {
  items: Item[];
  /** Where the next page begins. */
  cursor?: string;
  total: number;
}

/** What something is filed under. */
export interface Tag {
  name: string;
  /** Tags below this one. */
  children: Tag[];
}

/** How urgent it is. */
export enum Priority {
  Low = 'low',
  Normal = 'normal',
  High = 'high',
}
