/**
 * Locates the program that evaluates schemas: this folder's own source, or the built module beside this one.
 */
import { extname } from 'node:path';

export const schemaEvaluatorFile = new URL(`./schema-evaluator${extname(import.meta.url)}`, import.meta.url);
