/**
 * Client files as users have them, for tests that install into each.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { clientConfiguration, type ClientId } from '@sigil/contracts/clients';
import { findClientFile } from './find-client-file.js';
import { jsonEditing } from './text/edit-json.js';
import { tomlEditing } from './text/edit-toml.js';
import { yamlEditing } from './text/edit-yaml.js';
import { memberAt } from './text/text-editing.js';

const parsers = { json: jsonEditing, toml: tomlEditing, yaml: yamlEditing };

/** An empty user's home. */
export class Home {
  readonly path = mkdtempSync(join(tmpdir(), 'sigil-home-'));
  readonly env = { HOME: this.path };

  fileOf(client: ClientId): string {
    return findClientFile(client, 'user', { platform: process.platform, env: this.env, cwd: this.path });
  }

  write(client: ClientId, text: string): void {
    mkdirSync(dirname(this.fileOf(client)), { recursive: true });
    writeFileSync(this.fileOf(client), text);
  }

  read(client: ClientId): string {
    return readFileSync(this.fileOf(client), 'utf8');
  }

  entry(client: ClientId, name: string): unknown {
    return entryIn(client, this.read(client), name);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Returns the entry of that name in a text of the client's format. */
export function entryIn(client: ClientId, text: string, name: string): unknown {
  const { format, keyPath } = clientConfiguration(client);
  return memberAt(parsers[format].parse(text.replace(/^\uFEFF/, '')), [...keyPath, name]);
}

/** Initial texts of a file, by their peculiarity. */
export function fixturesOf(client: ClientId): Readonly<Record<string, string>> {
  const { format, keyPath } = clientConfiguration(client);
  const texts = { json: jsonTexts, toml: tomlTexts, yaml: yamlTexts }[format](keyPath[0]!);
  return { ...texts, crlf: texts['comments']!.replaceAll('\n', '\r\n'), mark: `\uFEFF${texts['others']!}`, blank: '' };
}

type Texts = Readonly<Record<string, string>>;

function jsonTexts(key: string): Texts {
  const others = { theme: 'dark', [key]: { other: { command: 'uvx', args: ['thing'] } }, last: [1, 2] };
  return {
    others: `${JSON.stringify(others, undefined, 2)}\n`,
    tabs: JSON.stringify(others, undefined, '\t'),
    compact: JSON.stringify(others),
    none: '{\n  "theme": "dark"\n}\n',
    empty: '{}',
    comments: `// mine\n{\n  "theme": "dark", // always\n  "${key}": {\n    /* the good one */\n    "other": { "command": "uvx" }, // keep\n    // "old": {},\n  },\n}\n`,
  };
}

function tomlTexts(key: string): Texts {
  return {
    others: `model = "o5"\n\n[${key}.other]\ncommand = "uvx"\nargs = ["thing"]\n`,
    none: 'model = "o5"',
    comments: `# mine\nmodel = 'o5' # always\n\n[${key}.other] # the good one\ncommand = "uvx"\n\n# for later\n[tui]\ntheme = "dark"\n`,
  };
}

function yamlTexts(key: string): Texts {
  return {
    others: `GOOSE_MODEL: gpt\n${key}:\n  other:\n    cmd: uvx\n    args:\n      - thing\n    enabled: true\nlast: [1, 2]\n`,
    none: 'GOOSE_MODEL: gpt\n',
    empty: `${key}: {}\nGOOSE_MODEL: gpt\n`,
    comments: `# mine\nGOOSE_MODEL: "gpt" # always\n${key}:\n    # the good one\n    other: {cmd: uvx, enabled: true} # keep\n\n# for later\nlast: |\n    text\n`,
  };
}

/** Returns a text that no parser of the format accepts. */
export function brokenText(client: ClientId): string {
  const { format } = clientConfiguration(client);
  return { json: '{\n  "mcpServers": {\n', toml: 'model = \n', yaml: 'extensions: [1\nx' }[format];
}
