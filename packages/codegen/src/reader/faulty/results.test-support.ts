/**
 * Results without a usable meaning. A mark stands where each diagnostic must point.
 */
import { type Fault, inClass, toolReturning } from './fault.test-support.js';

export const resultsFaults: readonly Fault[] = [
  ['SIGIL060', 'a stream', toolReturning('/*^*/ReadableStream<string>')],
  [
    'SIGIL060',
    'a prompt that is a generator',
    inClass(`@Prompt() async *run(): /*^*/AsyncGenerator<string> { yield ''; }`),
  ],
  [
    'SIGIL060',
    'a resource that yields neither text nor bytes',
    inClass(`@Resource('a://b') *run(): /*^*/Generator<{ a: string }> { yield { a: '' }; }`),
  ],
  [
    'SIGIL060',
    'a resource that yields and returns',
    inClass(`@Resource('a://b') *run(): /*^*/Generator<string, string> { yield ''; return ''; }`),
  ],
  ['SIGIL061', 'a prompt that returns a number', inClass(`@Prompt() run(): /*^*/number { return 1; }`)],
  ['SIGIL062', 'a result that may be missing', toolReturning('/*^*/{ a: string } | undefined')],
  ['SIGIL063', 'bytes or data', toolReturning('/*^*/Uint8Array | { a: string }')],
  ['SIGIL064', 'a resource that returns a block', inClass(`@Resource('a://b') run(): /*^*/ImageContent { throw 0; }`)],
  ['SIGIL065', 'content inside data', toolReturning('{ /*^*/chart: ImageContent }')],
  ['SIGIL065', 'data and content in a list', toolReturning('/*^*/(ImageContent | { a: string })[]')],
  ['SIGIL063', 'content or data', toolReturning('/*^*/TextContent | { a: string }')],
];
