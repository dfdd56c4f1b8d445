import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { shared } from '../../../vitest.shared.ts';

/** Five installs, which `npm run nightly` has time for. */
const onlyNightly = process.env['SIGIL_PACKAGE_MANAGERS'] === 'all' ? [] : ['**/release-candidate.test.ts'];

/** Starts the Nx workspace first, since it takes the longest; the others go by the size of their files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.includes('nx-workspace');
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

/** These tests need built packages, and the install test needs the registry: `npx vitest run --config tools/checks/packaging/vitest.config.ts` runs them, `npm test` does not. */
export default mergeConfig(
  shared,
  defineConfig({
    root: import.meta.dirname,
    test: {
      name: 'packaging',
      exclude: [...configDefaults.exclude, ...onlyNightly],
      testTimeout: 240_000,
      hookTimeout: 240_000,
      globalSetup: './setup-registry.ts',
      // Most of them spend their time waiting for installs.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: LongestFirst },
    },
  }),
);
