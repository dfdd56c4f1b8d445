/**
 * A trace collector for tests: accepts spans as OTLP in JSON, over real HTTP.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received span. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2: server, 3: client, 1: internal. */
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
  /** `service.name` of the process that created it. */
  readonly service: unknown;
}

/** A collector that keeps what it receives. The caller closes it. */
export interface Collector {
  /** The URL for spans. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** All received bodies, as text. */
  readonly bodies: readonly string[];
  close(): void;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly boolValue?: boolean;
}

type OtlpAttributes = readonly { readonly key: string; readonly value: OtlpValue }[];

type OtlpSpan = Omit<CollectedSpan, 'attributes' | 'service'> & { readonly attributes: OtlpAttributes };

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: OtlpAttributes };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** @param answer replaces the answer of a collector that accepts everything */
export async function openCollector(answer?: (response: ServerResponse) => void): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      if (answer) return answer(response);
      spans.push(...readSpans(JSON.parse(body) as OtlpBody));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return {
    close,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    bodies,
  };
}

function readSpans({ resourceSpans }: OtlpBody): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: readAttributes(span.attributes),
        service: readAttributes(resource.attributes)['service.name'],
      })),
    ),
  );
}

function readAttributes(attributes: OtlpAttributes): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
