/**
 * Defines one pattern for numeric keys, so that readers of a schema recognise them.
 */

/**
 * The pattern of numeric keys: a key is a number only if JavaScript writes the number exactly like this, so that `1e3`, `1.0`
 * and `-0` are names. Limited to as many digits as are exact.
 */
export const numericKey = '^(?:0|-?[1-9]\\d{0,14}|-?(?:0|[1-9]\\d{0,8})\\.\\d{0,4}[1-9])$';
