/**
 * A cold build as `sigil build` does it: types to schemas, decoders and encoders, the bundle, and all of it written. The compiler's
 * check of the plugin's own code is part of it, unless the third argument says otherwise.
 */
import { buildPlugin } from '@sigil/codegen';
import { report } from './report.mjs';

const { manifest, diagnostics } = await buildPlugin(process.argv[2] ?? '', {
  typeCheck: process.argv[4] !== 'unchecked',
});
if (!manifest) throw new Error(`the corpus does not build: ${diagnostics[0]?.message}`);
report(manifest.tools.flatMap((tool) => [tool.inputSchema, tool.outputSchema ?? []]).flat().length);
