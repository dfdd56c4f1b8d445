/**
 * Prints the findings and differences of some servers, for work on the migration: `node src/show.mjs fixtures basic schemas`.
 */
import { judge, listServers } from './judge.mjs';

const [folder = 'fixtures', ...wanted] = process.argv.slice(2);
for (const { name, findings, differences } of await judge(
  wanted.length > 0 ? wanted : await listServers(folder),
  folder,
)) {
  const lines = [
    `== ${name}`,
    ...findings.map(
      (one) => `  ${one.severity} ${one.file}:${one.line} ${one.name ?? ''} [${one.construct}] ${one.message}`,
    ),
    ...differences.map(
      (one) => `  ${one.step}\n    - ${JSON.stringify(one.before)}\n    + ${JSON.stringify(one.after)}`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
