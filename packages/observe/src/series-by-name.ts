/**
 * Keeps series of calls by server, method and name; beyond the limit, the names of a method share one series.
 */
import { other } from './named-component.js';

/** Creates the series of a new name. */
export type MakeSeries<Series> = (server: string, method: string, name: string) => Series;

export class SeriesByName<Series> {
  readonly #series = new Map<string, Map<string, Map<string, Series>>>();
  #count = 0;

  constructor(
    private readonly maxSeries: number,
    private readonly make: MakeSeries<Series>,
  ) {}

  *all(): Iterable<Series> {
    for (const server of this.#series.keys()) yield* this.allOf(server);
  }

  servers(): Iterable<string> {
    return this.#series.keys();
  }

  *allOf(server: string): Iterable<Series> {
    for (const names of this.#series.get(server)?.values() ?? []) yield* names.values();
  }

  of(server: string, method: string, name: string): Series {
    return this.#find(server, method, name) ?? this.#add(server, method, name);
  }

  #find(server: string, method: string, name: string): Series | undefined {
    return this.#series.get(server)?.get(method)?.get(name);
  }

  #add(server: string, method: string, wanted: string): Series {
    const name = this.#count < this.maxSeries ? wanted : other;
    const known = this.#find(server, method, name);
    if (known) return known;
    const methods = this.#series.get(server) ?? new Map<string, Map<string, Series>>();
    const names = methods.get(method) ?? new Map<string, Series>();
    const made = this.make(server, method, name);
    this.#series.set(server, methods.set(method, names.set(name, made)));
    this.#count++;
    return made;
  }
}
