/**
 * Measures the size of a production install, and the cost of importing it beyond Node's own.
 */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { onCore } from '../measuring/cores.mjs';
import { measureInstall } from '../measuring/installed.mjs';
import { inRounds } from '../measuring/measuring.mjs';

/** @param {import('../measuring/measuring.mjs').Run} run */
export async function measureFootprint(run) {
  const subjects = run.subjects.filter(({ name, packages }) => name === 'bare' || packages.length > 0);
  return inRounds(run, {
    scenario: 'install',
    subjects,
    async measure({ script, packages }) {
      const folder = dirname(script);
      const installed = measureInstall(packages, folder);
      return {
        packages: installed.packages.length,
        MB: installed.megabytes,
        'CPU ms of imports over Node': importCost(packages, folder) - importCost([], folder),
      };
    },
  });
}

/** @param {readonly string[]} packages @param {string} folder */
function importCost(packages, folder) {
  const imports = packages.map((name) => `await import(${JSON.stringify(entryOf(name))});`).join('\n');
  const text = `${imports}\nconst { user, system } = process.cpuUsage(); console.log((user + system) / 1000);`;
  const [command = '', ...args] = onCore('server', [process.execPath, '--input-type=module', '-e', text]);
  return Number(execFileSync(command, args, { cwd: folder, encoding: 'utf8' }));
}

/** @param {string} name */
function entryOf(name) {
  if (name === '@modelcontextprotocol/sdk') return `${name}/server/mcp.js`;
  return name;
}
