/**
 * Rewrites the sources in memory so that each component has a registration of its own: loops over constants become copies of their bodies,
 * and calls of functions that register by their arguments become the bodies of those functions. All else stays as it is.
 */
import { Node, type SourceFile, type Statement } from 'ts-morph';
import { isWritten, type Written } from '../handlers/returns.js';
import { ServerUses } from '../readers/server-uses.js';
import { findServers } from '../readers/server-values.js';
import { linedAt, SourceLines } from '../source/source-lines.js';
import { type HelperCall, type ServersInFiles, helperCallIn, inlinedCall } from './helper-calls.js';
import { namesToImport } from './imported-names.js';
import { loopOver, unrolledLoop } from './registering-loops.js';
import { freeNamesIn } from './local-renames.js';
import { NotCopied } from './replacements.js';
import { RoundEdits } from './round-edits.js';
import { UnusedNames } from './unused-names.js';

/** Copies can have loops and calls of their own. */
const maxRounds = 8;

/** Rewrites the sources, and returns the lines that their nodes had before. */
export function unrollRegistrations(files: readonly SourceFile[]): SourceLines {
  const lines = new SourceLines();
  const unused = new UnusedNames();
  repeat((edits) => {
    const found = serversIn(files);
    for (const file of found.servers.created.length > 0 ? files : []) collectEdits(file, found, { edits, unused });
  }, lines);
  repeat(unused.remove, lines);
  repeat(unused.removeImports, lines);
  return lines;
}

/** Edits the files until there is nothing left to edit. */
function repeat(collect: (edits: RoundEdits) => void, lines: SourceLines): void {
  for (let round = 0; round < maxRounds; round++) {
    const edits = new RoundEdits();
    collect(edits);
    if (!edits.apply(lines)) return;
  }
}

function serversIn(files: readonly SourceFile[]): ServersInFiles {
  const servers = findServers(files);
  const uses = new Map<SourceFile, ServerUses>();
  return {
    servers,
    usesOf: (node) => {
      const file = node.getSourceFile();
      const known = uses.get(file) ?? new ServerUses(servers, file);
      uses.set(file, known);
      return known;
    },
  };
}

interface Round {
  readonly edits: RoundEdits;
  readonly unused: UnusedNames;
}

function collectEdits(file: SourceFile, found: ServersInFiles, round: Round): void {
  for (const statement of file.getDescendants().filter(Node.isStatement)) {
    if (round.edits.has(statement) || isInHandler(statement, found)) continue;
    const iterated = loopOver(statement);
    const call = iterated ? undefined : helperCallIn(statement, found);
    if (iterated) unroll(statement, iterated, { ...round, found });
    else if (call) inline(statement, call, round);
  }
}

/** Whether a statement is part of a registration: handlers run later, and register nothing that the source says. */
function isInHandler(statement: Statement, { usesOf }: ServersInFiles): boolean {
  const uses = usesOf(statement);
  return statement.getAncestors().some((one) => uses.registrationIn(one) === one);
}

function unroll(
  statement: Statement,
  iterated: Node,
  { edits, unused, found }: Round & { readonly found: ServersInFiles },
): void {
  if (!found.usesOf(statement).hasServer(statement)) return;
  const text = unrolledLoop(statement, edits.namesIn(statement.getSourceFile()));
  if (!text) return;
  edits.replace(statement, text);
  unused.considerTable(iterated);
}

function inline(statement: Statement, helper: HelperCall, { edits, unused }: Round): void {
  const { call, fn } = helper;
  const [file, from] = [statement.getSourceFile(), fn.getSourceFile()];
  try {
    if (isShadowed(call, fn)) return;
    const text = inlinedCall(helper, edits.namesIn(file));
    if (file !== from) {
      const { imports, exported } = namesToImport(fn, file);
      for (const one of imports) edits.import(file, one, call.getStartLineNumber());
      for (const one of exported) edits.insert(one, linedAt('export ', one.getStartLineNumber()));
    }
    edits.replace(statement, text);
    unused.considerFunction(fn);
  } catch (error) {
    if (!(error instanceof NotCopied)) throw error;
  }
}

/** Whether a name that a function refers to is another one at a call of it. */
function isShadowed(call: Node, fn: Written): boolean {
  const owners = call.getAncestors().filter((one) => isWritten(one) && !fn.getAncestors().includes(one));
  const declared = new Set(owners.flatMap((one) => one.getLocals().map((symbol) => symbol.getName())));
  return [...freeNamesIn(fn)].some((name) => declared.has(name));
}
