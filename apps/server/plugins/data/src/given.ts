/**
 * Optional members, for types in which an absent member is not `undefined`.
 */

/** The members that were given. */
export function given<Members extends object>(
  members: Members,
): { [Key in keyof Members]?: NonNullable<Members[Key]> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [Key in keyof Members]?: NonNullable<Members[Key]> }; // fewer members, none undefined
}
