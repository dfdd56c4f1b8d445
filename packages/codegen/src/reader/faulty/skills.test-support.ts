/**
 * Faulty skills. A mark stands where each diagnostic must point.
 */
import { core, type Fault } from './fault.test-support.js';

const plugin = `${core}export class Plugin { @Tool() roll(): string { return ''; } }\n`;

/** Returns a plugin with these files below `skills/`. */
function withSkills(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const placed = Object.entries(files).map(([path, text]) => [`skills/${path}`, text]);
  return { 'src/plugin.ts': plugin, ...Object.fromEntries(placed) };
}

/** Returns a plugin with the skill `dice`, whose `SKILL.md` has this front matter and text. */
function skill(frontMatter: string, text = '', others: Readonly<Record<string, string>> = {}) {
  return withSkills({ 'dice/SKILL.md': `---\n${frontMatter}\n---\n${text}`, ...others });
}

const plain = 'name: dice\ndescription: Rolls dice.';

export const skillsFaults: readonly Fault[] = [
  ['SIGIL100', 'a folder without a SKILL.md', withSkills({ 'dice/GUIDE.md': '/*^*/# Dice' })],
  ['SIGIL100', 'a SKILL.md with another case', withSkills({ 'dice/Skill.md': `/*^*/---\n${plain}\n---\n` })],
  ['SIGIL100', 'a SKILL.md in no folder', withSkills({ 'SKILL.md': `/*^*/---\n${plain}\n---\n` })],
  ['SIGIL101', 'no front matter', withSkills({ 'dice/SKILL.md': '/*^*/# Dice\n' })],
  ['SIGIL101', 'an empty file', withSkills({ 'dice/SKILL.md': '/*^*/' })],
  ['SIGIL101', 'front matter without an end', withSkills({ 'dice/SKILL.md': `/*^*/---\n${plain}\n` })],
  ['SIGIL101', 'no YAML', skill('name: /*^*/dice: two\ndescription: Rolls dice.')],
  ['SIGIL101', 'no map', skill('/*^*/- name')],
  ['SIGIL101', 'nothing in the front matter', withSkills({ 'dice/SKILL.md': '---\n/*^*/---\n' })],
  ['SIGIL101', 'a tag', skill('name: dice\ndescription: !!str /*^*/Rolls.')],
  ['SIGIL101', 'a tag of its own', skill('name: dice\ndescription: /*^*/!mine Rolls.')],
  ['SIGIL101', 'an anchor and an alias', skill('name: dice\ndescription: &text /*^*/Rolls.\nlicense: /*^*/*text')],
  ['SIGIL101', 'a name twice', skill('name: dice\ndescription: Rolls.\n/*^*/name: dice')],
  ['SIGIL101', 'a key that is a number', skill(`${plain}\n/*^*/1: one`)],
  ['SIGIL101', 'a number that JSON does not have', skill(`${plain}\nfactor: /*^*/.inf`)],
  ['SIGIL101', 'a number that JSON does not keep', skill(`${plain}\nid: /*^*/12345678901234567891`)],
  ['SIGIL102', 'no name', skill('/*^*/description: Rolls dice.')],
  ['SIGIL102', 'another name than its folder', skill('name: /*^*/roller\ndescription: Rolls dice.')],
  ['SIGIL102', 'a number as its name', skill('name: /*^*/5\ndescription: Rolls dice.')],
  [
    'SIGIL102',
    'a name with two hyphens',
    withSkills({ 'roll--dice/SKILL.md': '---\nname: /*^*/roll--dice\ndescription: Rolls.\n---\n' }),
  ],
  [
    'SIGIL102',
    'a name with a capital',
    withSkills({ 'Dice/SKILL.md': '---\nname: /*^*/Dice\ndescription: Rolls.\n---\n' }),
  ],
  ['SIGIL103', 'no description', skill('/*^*/name: dice')],
  ['SIGIL103', 'an empty description', skill('name: dice\ndescription: /*^*/" "')],
  ['SIGIL103', 'a long description', skill(`name: dice\ndescription: /*^*/${'é'.repeat(1_025)}`)],
  ['SIGIL104', 'a version that is a number', skill(`${plain}\nmetadata:\n  version: /*^*/1.0`)],
  ['SIGIL104', 'metadata that is a list', skill(`${plain}\nmetadata: /*^*/[a]`)],
  ['SIGIL104', 'a reserved name', skill(`${plain}\nmetadata:\n  io.modelcontextprotocol/x: /*^*/a`)],
  ['SIGIL104', 'tools as a list', skill(`${plain}\nallowed-tools: /*^*/[Read]`)],
  ['SIGIL104', 'a long requirement', skill(`${plain}\ncompatibility: /*^*/${'x'.repeat(501)}`)],
  ['SIGIL078', 'half of a surrogate pair', skill(`${plain}\nlicense: /*^*/"\\uD83D"`)],
  ['SIGIL105', 'a link out of the skill', skill(plain, '[more](/*^*/../other/SKILL.md)')],
  ['SIGIL105', 'a link out that is escaped', skill(plain, '[more](/*^*/%2e%2e/package.json)')],
  ['SIGIL105', 'a link to the root of the disk', skill(plain, '![etc](/*^*//etc/passwd)')],
  ['SIGIL106', 'a link to a file that is not there', skill(plain, '[more](/*^*/references/RULES.md)')],
  ['SIGIL106', 'a definition of a link', skill(plain, '[more][1]\n\n[1]: /*^*/rules.md "Rules"\n')],
  ['SIGIL106', 'a link with another case', skill(plain, '[rules](/*^*/rules.md)', { 'dice/RULES.md': '' })],
  ['SIGIL106', 'a link in another file', skill(plain, '', { 'dice/a/B.md': '[c](/*^*/C.md)' })],
  ['SIGIL106', 'a link to a tool that is not there', skill(plain, 'Call [it](/*^*/tool:rol).')],
  ['SIGIL106', 'a link to a skill that is not there', skill(plain, '[it](/*^*/skill://case/coins/SKILL.md)')],
  [
    'SIGIL107',
    'too many files',
    withSkills({
      'dice/SKILL.md': `/*^*/---\n${plain}\n---\n`,
      ...Object.fromEntries(Array.from({ length: 512 }, (_, n) => [`dice/${n}.txt`, ''])),
    }),
  ],
  [
    'SIGIL107',
    'too many bytes',
    withSkills({ 'dice/SKILL.md': `/*^*/---\n${plain}\n---\n`, 'dice/big.txt': 'x'.repeat(16 * 1024 * 1024) }),
  ],
  ['SIGIL108', 'names that differ in case', skill(plain, '', { 'dice/a.md': '/*^*/', 'dice/A.md': '' })],
  ['SIGIL109', 'a name that is no Unicode', skill(plain, '', { 'dice/\uFFFD.md': '/*^*/' })],
];
