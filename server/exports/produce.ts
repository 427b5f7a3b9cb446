import { createHash } from 'node:crypto';
import zlib from 'node:zlib';
import { readObject } from '../store/objects.ts';
import type { FeaturePolicy } from './features/policy.ts';
import type { Vendor } from './features/recognise.ts';
import { type Recogniser, recogniser } from './features/recognise.ts';
import { charsetOf, contentKind } from './ingest.ts';
import { decodePart, readByteText, toBytes } from './parse/charset.ts';
import { NOTHING, rewriteCss } from './rewrite/css.ts';
import { type Links, type Problem, resolveReference } from './rewrite/links.ts';
import { type FeatureNote, rewritePage } from './rewrite/page.ts';
import { rewriteWebManifest } from './rewrite/webmanifest.ts';

/** A resource on its way into the bundle. */
export type ProduceTask = Readonly<{
  url: string;
  path: string;
  object: string;
  contentType: string;
  /** Deflate the result where that pays. */
  compress: boolean;
}>;

/** A file of the bundle, ready to be packed. */
export type Produced = Readonly<{
  data: Uint8Array;
  method: 0 | 8;
  crc32: number;
  sha256: string;
  /** Size before compression. */
  sizeBytes: number;
  problems: readonly Problem[];
  features: readonly FeatureNote[];
}>;

export type ProduceContext = Readonly<{ dataFolder: string; links: Links; recogniser: Recogniser }>;

export function produceContext(
  dataFolder: string,
  links: Links,
  vendors: readonly Vendor[],
  policy: FeaturePolicy,
): ProduceContext {
  return { dataFolder, links, recogniser: recogniser(vendors, policy) };
}

/** Turns the raw bytes of a resource into what the bundle carries. A pure function of the store; runs in a stage thread. */
export function produce(task: ProduceTask, context: ProduceContext): Produced {
  const raw = readObject(context.dataFolder, task.object);
  const { bytes, problems, features } = rewrite(raw, task, context);
  return { ...packable(bytes, task.path, task.compress), problems, features };
}

/** Checksums and, where it pays, the compressed form of a file. */
export function packable(
  bytes: Buffer,
  path: string,
  compress: boolean,
): Omit<Produced, 'problems' | 'features'> {
  const deflated =
    compress && worthDeflating(path) ? zlib.deflateRawSync(bytes, { level: DEFLATE_LEVEL }) : undefined;
  const smaller = deflated !== undefined && deflated.length < bytes.length;
  return {
    data: smaller ? deflated : bytes,
    method: smaller ? 8 : 0,
    crc32: zlib.crc32(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
  };
}

/** 27 % less time than 6 for 1.6 % more bytes on Sphinx output (docs/decisions/0003). */
export const DEFLATE_LEVEL = 5;

/** Formats that are compressed themselves are stored (5 % of size for 20 % of time, research on Sphinx output). */
export function worthDeflating(path: string): boolean {
  return !/\.(png|jpe?g|gif|webp|avif|woff2?|mp4|webm|mp3|ogg|zip|gz|tgz|bz2|xz|zst|br|7z|epub|docx|xlsx|pptx)$/i.test(
    path,
  );
}

type Rewritten = { bytes: Buffer; problems: readonly Problem[]; features: readonly FeatureNote[] };

function rewrite(raw: Buffer, task: ProduceTask, { links, recogniser }: ProduceContext): Rewritten {
  const kind = contentKind(task.contentType);
  switch (kind) {
    case 'html':
    case 'xhtml':
    case 'svg': {
      const page = readByteText(raw, charsetOf(task.contentType));
      const context = { url: task.url, file: task.path, links, recogniser, xml: kind !== 'html' };
      const { text, problems, features } = rewritePage(page, context);
      return { bytes: toBytes(text), problems, features };
    }
    case 'css':
    case 'webmanifest': {
      const problems = new Map<string, Problem>();
      const resolve = (reference: string): string | undefined => {
        const resolved = resolveReference(links, reference, {
          base: links.site.origin + task.url,
          file: task.path,
          element: kind,
          loads: true,
          expected: (url) => {
            const vendor = recogniser.byUrl(url);
            return vendor !== undefined && recogniser.keeps(vendor.feature);
          },
        });
        if ('problem' in resolved && resolved.problem) problems.set(resolved.problem.url, resolved.problem);
        if (resolved.kind === 'keep') return reference;
        return resolved.kind === 'replace' ? resolved.url : undefined;
      };
      if (kind === 'webmanifest') {
        const text = rewriteWebManifest(raw.toString('utf8'), resolve);
        return { bytes: Buffer.from(text), problems: [...problems.values()], features: [] };
      }
      const css = readByteText(raw, charsetOf(task.contentType) ?? 'utf-8');
      const text = rewriteCss(
        css.text,
        (url) => resolve(decodePart(url, css.encoding)) ?? NOTHING,
        css.encoding,
      );
      return {
        bytes: text === css.text ? raw : toBytes(text),
        problems: [...problems.values()],
        features: [],
      };
    }
    case 'opaque':
      return { bytes: raw, problems: [], features: [] };
  }
}
