import { Injectable } from '@nestjs/common';

/** The prices of dishes, which a factory reads asynchronously. */
@Injectable()
export class Prices {
  constructor(private readonly table: ReadonlyMap<string, number>) {}

  of(dish: string): number | undefined {
    return this.table.get(dish);
  }
}

export async function readPrices(): Promise<Prices> {
  const table = await Promise.resolve(
    new Map([
      ['soup', 4],
      ['tea', 2],
    ]),
  );
  return new Prices(table);
}
