/**
 * Runs the steps of a Dockerfile without Docker. Absolute paths are relative to the stage's folder, and the user stays the same.
 */
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Copy, Instruction } from 'dockerfile-ast';

/** One stage of a Dockerfile, as a folder instead of a file system. */
export interface Stage {
  readonly root: string;
  workdir: string;
  env: Record<string, string>;
  command: readonly string[];
  check: readonly string[];
}

/** The stages of one Dockerfile. */
export class Containers {
  readonly stages = new Map<string, Stage>();
  #stage: Stage | undefined;

  /**
   * @param context the folder that is sent to Docker
   * @param home an empty folder for the stages
   * @param run runs a command of a step, and fails with its output
   */
  constructor(
    private readonly context: string,
    private readonly home: string,
    private readonly run: (words: readonly string[], cwd: string) => Promise<void>,
  ) {}

  get last(): Stage {
    return this.#stage!;
  }

  async take(instruction: Instruction): Promise<void> {
    const text = instruction.getArgumentsContent() ?? '';
    switch (instruction.getKeyword()) {
      case 'FROM':
        this.#begin(/ AS (\w+)$/.exec(text)?.[1] ?? 'last');
        return;
      case 'WORKDIR':
        this.last.workdir = this.#place(text);
        mkdirSync(this.last.workdir, { recursive: true });
        return;
      case 'ENV':
        for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g)) this.last.env[name!] = value!;
        return;
      case 'COPY':
        this.#copy(instruction as Copy);
        return;
      case 'RUN':
        // Only root may change the owner of files.
        await this.run(['sh', '-ec', this.#within(text.replace(/ && chown .*$/, ''))], this.last.workdir);
        return;
      case 'CMD':
        this.last.command = JSON.parse(text) as string[];
        return;
      case 'HEALTHCHECK':
        this.last.check = JSON.parse(/CMD (\[.*\])/s.exec(text)![1]!) as string[];
        return;
    }
  }

  /** Replaces the paths in the stage's variables by those in its folder. */
  environmentOf({ env }: Stage): Record<string, string> {
    return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, this.#within(value)]));
  }

  #begin(name: string): void {
    const root = join(this.home, `stage-${this.stages.size}`);
    mkdirSync(root);
    this.#stage = { root, workdir: root, env: {}, command: [], check: [] };
    this.stages.set(name, this.#stage);
  }

  #place(path: string, { root, workdir } = this.last): string {
    return path.startsWith('/') ? join(root, path) : join(workdir, path);
  }

  #within(text: string): string {
    return text.replace(
      /(^|\s)\/(\w+)/g,
      (_, before: string, name: string) => `${before}${join(this.last.root, name)}`,
    );
  }

  #copy(instruction: Copy): void {
    const from = instruction.getFromFlag()?.getValue() ?? undefined;
    const words = instruction.getArguments().map((it) => it.getValue());
    const target = words.pop()!;
    for (const source of words) {
      const path = from === undefined ? join(this.context, source) : this.#place(source, this.stages.get(from));
      const to = this.#place(target);
      const filter = (file: string): boolean => from !== undefined || !this.#isIgnored(file);
      const place = target.endsWith('/') ? join(to, basename(path)) : to;
      cpSync(path, place, { recursive: true, verbatimSymlinks: true, filter });
    }
  }

  /** Reads the two forms of pattern that our `.dockerignore` has: a name anywhere, and an ending of names. */
  #isIgnored(file: string): boolean {
    const patterns = readFileSync(join(this.context, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
    return patterns.some((pattern) => {
      const name = pattern.replace('**/', '');
      return name.startsWith('*') ? basename(file).endsWith(name.slice(1)) : basename(file) === name;
    });
  }
}
