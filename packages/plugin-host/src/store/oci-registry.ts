/**
 * A registry in one repository of an OCI registry: each plugin has a tag, whose manifest names the pointer and every build in its history.
 *
 * A CID and an OCI digest are the same hash in different encodings, so content is found by its CID, and the registry's own collector keeps
 * the content that a pointer names.
 */
import { join } from 'node:path';
import { cidOf, PluginError } from '@sigil/core/building';
import { cidsOfBuild } from '../builds/build-content.js';
import type { Watch } from '../builds/build-source.js';
import { digestOfCid, isCid } from './cid.js';
import { contentMissing } from './content-store.js';
import { isFileName } from './is-file-name.js';
import { digestOf, OciClient, type OciCredentials, type OciDescriptor } from './oci-client.js';
import type { Registry } from './open-registry.js';
import { readPointerText, writePointerText, type RegistryPointer } from './registry.js';

/** Options of a registry on the network. */
export interface OciRegistryOptions {
  readonly credentials?: OciCredentials | undefined;
  /** The folder from which imports of plugins are resolved, upwards. */
  readonly importFolder: string;
  /** Time between two polls of a pointer, in milliseconds. Default: 400. */
  readonly lookEveryMs?: number;
}

const artifactType = 'application/vnd.sigil.plugin.v1+json';
const pointerType = 'application/vnd.sigil.pointer.v1+json';
const contentType = 'application/vnd.sigil.content.v1';
const empty = Buffer.from('{}');
const defaultLookEveryMs = 400;

/** @param url `oci://host/repository`, or `oci+http://` without TLS */
export function openOciRegistry(url: string, options: OciRegistryOptions): Registry {
  return new OciRegistry(new OciClient(url, options.credentials), options);
}

class OciRegistry implements Registry {
  readonly content: Registry['content'];

  constructor(
    private readonly client: OciClient,
    private readonly options: OciRegistryOptions,
  ) {
    this.content = {
      put: async (bytes) => {
        await client.putBlob(bytes);
        return cidOf(bytes);
      },
      has: async (cid) => isCid(cid) && (await client.findBlobSize(digestOfCid(cid))) !== undefined,
      get: (cid) => this.#get(cid),
    };
  }

  get label(): string {
    return this.client.url;
  }

  async names(): Promise<readonly string[]> {
    return (await this.client.tags()).filter(isFileName).toSorted();
  }

  async find(name: string): Promise<RegistryPointer | undefined> {
    requireTag(name);
    const manifest = await this.client.findManifest(name);
    if (!manifest) return undefined;
    const layer = layersOf(manifest.json).find(({ mediaType }) => mediaType === pointerType);
    const bytes = layer && (await this.client.findBlob(layer.digest));
    const text = bytes && digestOf(bytes) === layer.digest ? Buffer.from(bytes).toString('utf8') : '';
    return readPointerText(text, name, `the tag "${name}" of ${this.label}`);
  }

  async change(name: string, change: Parameters<Registry['change']>[1]): ReturnType<Registry['change']> {
    const before = await this.find(name);
    const after = await change(before);
    if (after !== before) await this.#write(after);
    return { before, after };
  }

  watch(name: string, onChange: () => void): Watch {
    let last: string | undefined;
    let isLooking = false;
    const look = async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      try {
        const digest = await this.client.findDigest(name);
        // Calls back at the first poll too: the pointer read before may be older, come from a mirror, or be missing.
        if (digest !== undefined && digest !== last) onChange();
        last = digest ?? last;
      } catch {
        // Servers go on with their builds; a later poll may reach the registry again.
      } finally {
        isLooking = false;
      }
    };
    void look();
    const timer = setInterval(() => void look(), this.options.lookEveryMs ?? defaultLookEveryMs).unref();
    return { close: () => clearInterval(timer) };
  }

  importFolder(name: string): string {
    return join(this.options.importFolder, 'plugins', name);
  }

  async #get(cid: string): Promise<Uint8Array> {
    if (!isCid(cid)) throw contentMissing(cid);
    const bytes = await this.client.findBlob(digestOfCid(cid));
    if (!bytes) throw contentMissing(cid);
    if ((await cidOf(bytes)) === cid) return bytes;
    throw new PluginError('content-mismatch', `what ${this.label} has under the CID ${cid} is something else`);
  }

  /** Content is stored before, so the tag never names missing content. */
  async #write(pointer: RegistryPointer): Promise<void> {
    const text = Buffer.from(writePointerText(pointer));
    const cids = new Set(pointer.history.flatMap(cidsOfBuild));
    const layers: OciDescriptor[] = [
      { mediaType: pointerType, digest: await this.client.putBlob(text), size: text.length },
    ];
    for (const cid of cids) {
      const size = await this.client.findBlobSize(digestOfCid(cid));
      // A registry refuses a manifest that names a blob which it has lost.
      if (size !== undefined) layers.push({ mediaType: contentType, digest: digestOfCid(cid), size });
    }
    const digest = await this.client.putBlob(empty);
    const config = { mediaType: 'application/vnd.oci.empty.v1+json', digest, size: empty.length };
    const { version, publishedAt } = pointer.history.find(({ manifestCid }) => manifestCid === pointer.current)!;
    const annotations = {
      'org.opencontainers.image.title': pointer.name,
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.created': publishedAt,
    };
    await this.client.putManifest(pointer.name, { artifactType, config, layers, annotations });
  }
}

function layersOf(json: unknown): readonly OciDescriptor[] {
  const { layers } = json as { readonly layers?: unknown };
  // A blob is accepted only if it matches its digest, so the other members need no check.
  return Array.isArray(layers) ? (layers as readonly OciDescriptor[]) : [];
}

/** @throws PluginError `pointer-invalid` */
function requireTag(name: string): void {
  if (isFileName(name) && !name.includes('~')) return;
  const told = JSON.stringify(name.slice(0, 128));
  throw new PluginError('pointer-invalid', `expected a plugin's name that can be a tag, got ${told}`);
}
