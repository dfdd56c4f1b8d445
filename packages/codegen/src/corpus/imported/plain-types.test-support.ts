/**
 * Writes the type function that removes names and brands from a type: no literal is assignable to an enum or a brand, although
 * their values are literals. A member whose type includes `undefined` becomes optional, since the method reads `undefined` either
 * way.
 */

/** Wraps the types of one module, whose values literals can then express. */
export function plainTypes(module: string): string {
  return `import type * as imported from ${JSON.stringify(module)};
type IsAny<T> = 0 extends 1 & T ? true : false;
type NumberOf<T extends number> = \`\${T}\` extends \`\${infer N extends number}\` ? N : number;
type PlainOf<T> = IsAny<T> extends true ? unknown
  : T extends string ? (T extends \`\${infer _}\` ? \`\${T}\` : string)
  : T extends number ? NumberOf<T>
  : T extends boolean | bigint | null | undefined | Date | URL | RegExp | Uint8Array | ArrayBuffer ? T
  : T extends (...args: never[]) => unknown ? T
  : T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> ? T
  : unknown extends T ? unknown
  : T extends readonly (infer E)[] ? (E[] extends T ? PlainOf<E>[] : { [K in keyof T]: PlainOf<T[K]> })
  : { [K in keyof T as MayBeAbsent<T[K]> extends true ? never : K]: PlainOf<T[K]> }
    & { [K in keyof T as MayBeAbsent<T[K]> extends true ? K : never]?: PlainOf<T[K]> };
type MayBeAbsent<T> = unknown extends T ? false : undefined extends T ? true : false;
`;
}
