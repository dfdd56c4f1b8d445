/**
 * Gives the keys that are numbers one pattern, so that readers of a schema know them again.
 */

/**
 * The pattern of keys that are numbers: a name is one only when it is written exactly as JavaScript writes the number, so
 * that `1e3`, `1.0` and `-0` are names. Only as many digits as are exact.
 */
export const numericKey = '^(?:0|-?[1-9]\\d{0,14}|-?(?:0|[1-9]\\d{0,8})\\.\\d{0,4}[1-9])$';
