import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The examples have programs and a database to start: `npx vitest run --config examples/vitest.config.ts` runs them, `npm test` does not. */
const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());

export default defineConfig({ test: { projects: folders.map(({ name }) => join(import.meta.dirname, name)) } });
