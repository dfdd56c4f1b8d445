/**
 * The site over the pages that `build-site.mjs` prepared: their order, offline search, and anchors as GitHub makes them.
 */
import { readFileSync } from 'node:fs';

const prepared = JSON.parse(readFileSync(new URL('../dist/sidebar.json', import.meta.url), 'utf8'));

/** As `tools/checks/src/docs/markdown.ts` makes them, so that links hold in both. @param {string} heading */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

export default {
  title: 'Sigil',
  description: 'Decorated TypeScript classes, served as MCP servers.',
  lang: 'en',
  srcDir: 'dist/pages',
  outDir: 'dist/site',
  cacheDir: 'dist/cache',
  lastUpdated: false,
  // The check follows every link of what was built.
  ignoreDeadLinks: true,
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    /** Text such as `<name>` is text, and so is `{{name}}` in code. @param {import('vitepress').MarkdownRenderer} markdown */
    config: (markdown) => {
      markdown.set({ html: false });
      const { rules } = markdown.renderer;
      const write = rules.code_inline;
      rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]?.attrSet('v-pre', '');
        return write?.(tokens, index, ...rest) ?? '';
      };
    },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: { translations: { button: { buttonText: 'Search', buttonAriaLabel: 'Search' } } },
    },
    outline: [2, 3],
    nav: prepared.nav,
    sidebar: prepared.sidebar,
    footer: {
      message: `Checked with version ${prepared.version}. For machines: llms.txt, llms-full.txt, and .md instead of .html.`,
    },
  },
};
