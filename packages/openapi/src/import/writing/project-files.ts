/**
 * Writes the files of a plugin that are the same for every document, but for names and versions.
 */

/** A file of the project. */
export interface ProjectFile {
  /** Path from the project's folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Names and numbers that the files contain. */
export interface ProjectNames {
  readonly name: string;
  readonly title: string;
  /** Version of our packages. */
  readonly version: string;
  readonly hasTests: boolean;
  readonly isSearched: boolean;
  readonly tools: readonly { readonly tag: string; readonly names: readonly string[] }[];
}

/** Returns the files beside the sources. */
export function writeProjectFiles(names: ProjectNames): ProjectFile[] {
  return [
    { path: 'package.json', text: `${JSON.stringify(packageOf(names), undefined, 2)}\n` },
    { path: 'tsconfig.json', text: writeJson(tsconfig) },
    { path: '.gitignore', text: 'node_modules/\ndist/\n' },
    { path: 'vitest.config.ts', text: vitestConfig },
    { path: 'README.md', text: readme(names) },
  ];
}

/** Writes JSON as formatters do: short lists of texts on one line. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replace(
    /\[\n\s+("[^"\n]*"(?:,\n\s+"[^"\n]*")*)\n\s+\]/g,
    (whole, items: string) => {
      const line = `[${items.replace(/\n\s+/g, ' ')}]`;
      return line.length <= 90 ? line : whole;
    },
  )}\n`;
}

function packageOf({ name, title, version, hasTests, isSearched }: ProjectNames): unknown {
  return {
    name,
    version: '0.1.0',
    private: true,
    description: `Tools of ${title.replace(/\s+/g, ' ').slice(0, 200)}.`,
    type: 'module',
    sigil: { plugin: true, ...(isSearched && { discovery: 'search' }) },
    files: ['dist', '!dist/build-inputs.json'],
    engines: { node: '>=20.19.0' },
    scripts: { dev: 'sigil dev', build: 'sigil build', start: 'sigil serve', ...(hasTests && { test: 'vitest run' }) },
    dependencies: { '@sigil/core': version, '@sigil/openapi': version },
    devDependencies: { '@sigil/cli': version, '@sigil/testing': version, '@types/node': '^20.19.0', vitest: '^4.1.0' },
    allowScripts: { esbuild: false },
  };
}

const tsconfig = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node', '@sigil/testing/vite-client'],
  },
  include: ['src/**/*.ts'],
};

const vitestConfig = `import { sigil } from '@sigil/testing/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [sigil()] });
`;

function readme({ name, title, tools }: ProjectNames): string {
  const rows = tools.map(
    ({ tag, names }) => `- ${markdownText(tag)}: ${names.map((tool) => `\`${tool}\``).join(', ')}\n`,
  );
  return `# ${name}

Tools of ${markdownText(title)}, written by \`sigil import openapi\`. The sources are yours: shorten a description, drop a parameter, join two calls.

\`\`\`sh
npm install
npm run dev      # builds, serves on http://127.0.0.1:3000/mcp, and again after each save
npm run build    # writes dist/manifest.json and the code
npm start        # serves what was built
\`\`\`

\`src/api.ts\` says where the API is and which credentials it takes. \`import.json\` lists which operation became which tool, and under
\`notices\` every difference between the document and the sources.

Run \`sigil import openapi\` with a newer document and the same folder to merge: what you edited stays, what you left alone is renewed.

Tools by tag:

${rows.join('')}`;
}

/** Keeps a text of the document one line of Markdown without marks. */
function markdownText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\\`*_{}[\]<>#|!]/g, '\\$&')
    .slice(0, 200);
}
