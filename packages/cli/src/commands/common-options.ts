/**
 * The options that several commands have: one spelling, one meaning.
 */
import { Option } from 'commander';
import { collect } from './collect.js';

/** The options of every command that commands themselves read; `command.optsWithGlobals()` has them. */
export interface GlobalOptions {
  readonly envFile?: readonly string[];
}

/** `--env-file`: the variables that a command, its references and the plugins in its process find. */
export function environmentFileOption(): Option {
  return new Option('--env-file <file>', 'file such as .env with further variables; may be repeated').argParser(
    collect,
  );
}

/**
 * `-f, --format`: how a command writes what it found.
 *
 * @param choices the first is the default
 */
export function formatOption(description = 'how to show it', choices: readonly string[] = ['text', 'json']): Option {
  return new Option('-f, --format <format>', description).choices(choices).default(choices[0]);
}

/** `--json`, the older spelling of `--format json`; accepted, and not listed in the help. */
export function olderJsonOption(): Option {
  return new Option('--json').implies({ format: 'json' }).hideHelp();
}

/** `-H, --header`: sent with every request to a URL. */
export function headerOption(): Option {
  return new Option('-H, --header <line>', 'header for a URL, as "Name: value"; may be repeated').argParser(collect);
}
