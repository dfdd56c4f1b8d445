/**
 * Compiles sources of NestJS by TypeScript before they are bundled: its injection reads the types of constructors at run time, which
 * esbuild does not write.
 */
import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/** @type {import('esbuild').Plugin} */
export const decoratorMetadata = {
  name: 'decorator-metadata',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!/from ['"]@(nestjs|rekog)\//.test(source)) return undefined;
      const { outputText } = ts.transpileModule(source, {
        compilerOptions: {
          target: ts.ScriptTarget.ES2022,
          module: ts.ModuleKind.ESNext,
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
        },
      });
      return { contents: outputText, loader: 'js' };
    });
  },
};
