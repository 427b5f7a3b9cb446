import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type ArchiveWriter, createArchive } from '../../bundles/archive.ts';
import { contentDigest } from '../../bundles/content-digest.ts';
import { type Packable, packable, packedEntry, STREAM_FROM_BYTES } from '../../bundles/deflate.ts';
import type { SigningKey } from '../../bundles/ed25519.ts';
import type { ManifestFile } from '../../bundles/manifest.ts';
import { OPERATOR_FILE } from '../../bundles/own-files.ts';
import { formatManifest } from '../../bundles/write-manifest.ts';
import { asOffprintError } from '../../errors.ts';
import { addBundle } from '../../store/bundles.ts';
import { type Store, transact } from '../../store/database.ts';
import { addEntries, clearEntries, type Entry } from '../../store/entries.ts';
import { type ExportJob, setPacked } from '../../store/exports.ts';
import { addFindings, clearFindings } from '../../store/findings.ts';
import { jobFolder } from '../../store/job-folder.ts';
import type { Frontier, Resource } from '../../store/resources.ts';
import { packText } from '../crawl/references.ts';
import { readVendors, recogniser } from '../features/vendor-widgets.ts';
import { contentKind } from '../parse/content-type.ts';
import { documentFile, documentScript } from '../playground/document-script.ts';
import { type Documents, readDocument } from '../playground/documents.ts';
import { playgroundScript } from '../playground/script.ts';
import { entryKey, type Subject, sharedKey } from '../reuse/entry-key.ts';
import { copyLarge } from '../reuse/entry-reuse.ts';
import { isForCrawlers } from '../rewrite/crawler-files.ts';
import type { Links } from '../rewrite/links.ts';
import { redirectPage } from '../rewrite/own-pages.ts';
import { HIDING_FILE, PLAYGROUND_FILE, RUNTIME_FILE } from '../rewrite/page.ts';
import { runtimeScript } from '../runtime/script.ts';
import { type BundleSearch, beginSearch, extractTask, type SearchContext } from '../search/pack-search.ts';
import { SEARCH_FOLDER } from '../search/search-index.ts';
import { contentSettings, hasSearch } from '../settings/content-settings.ts';
import { linksOf } from '../site/links-of-job.ts';
import { relativeUrl } from '../site/site.ts';
import { mapOrdered } from '../threads/concurrency.ts';
import type { Packing } from '../threads/thread.ts';
import { allocationsOf } from './allocation.ts';
import { addManifestAndSignature, inEntryOrder, type OwnFiles } from './entry-order.ts';
import type { ProduceTask } from './produce.ts';
import { ownStartPage } from './start-page.ts';
import { storeLarge } from './stream-large.ts';
import { versionLabel } from './version-label.ts';

export type PackContext = SearchContext &
  Readonly<{
    store: Store;
    /** Identifies this run of the stage. */
    packing: string;
    missingCount: number;
    /** Key to sign the bundle with; undefined to leave it unsigned. */
    signingKey?: SigningKey | undefined;
    /** Documents fetched by pages with an API playground. */
    documents: Documents;
  }>;

/** Value of the manifest's `generator` field. */
const GENERATOR = 'offprint';

/**
 * The second phase: assigns each resource a path, then rewrites and packs the resources sorted by path. A pure function
 * of the store: it can be restarted at any time and produces the same bytes.
 * @throws OffprintError `object-damaged` if raw content must be acquired again; queues it for that
 */
export async function pack(context: PackContext, poisonUrls: readonly string[]): Promise<void> {
  const { store, job } = context;
  clearFindings(store, job.id);
  clearEntries(store, job.id);
  allocate(context);
  for (const url of poisonUrls) await produceAlone(context, url);
  const search = hasSearch(job.settings)
    ? await beginSearch(context, job.settings.format === 'zip')
    : undefined;
  try {
    await packFiles(context, search);
  } finally {
    await search?.end();
  }
}

async function packFiles(context: PackContext, search: BundleSearch | undefined): Promise<void> {
  const { store, job, frontier, dataFolder } = context;
  const folder = jobFolder(dataFolder, job.id);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `bundle.${job.settings.format}`);
  const unfinished = `${file}.unfinished`;
  const archive = await createArchive(unfinished, job.settings.format);
  try {
    const files = await writeFiles(context, archive, folder, search);
    const digest = contentDigest(files);
    const version = versionLabel(store, job, digest);
    const pageCount = frontier.count('done', 'page');
    const manifest = formatManifest({
      format: 'offprint-bundle',
      formatVersion: 1,
      domain: job.domain,
      version,
      digest,
      generator: GENERATOR,
      counts: {
        pages: pageCount,
        files: files.length,
        sizeBytes: files.reduce((sum, entry) => sum + entry.sizeBytes, 0),
        missing: context.missingCount,
      },
      settings: {
        ...contentSettings(job.settings),
        deploymentType: job.policy.deploymentType,
        features: job.policy.kept,
      },
      operatorFiles: [OPERATOR_FILE],
      files,
    });
    const { signingKey } = context;
    await addManifestAndSignature(archive, manifest, signingKey);
    const { sizeBytes, sha256 } = await archive.finish();
    await fs.promises.rename(unfinished, file);
    transact(store, () => {
      addBundle(store, {
        jobId: job.id,
        format: job.settings.format,
        file: path.relative(dataFolder, file),
        sizeBytes,
        sha256,
        digest,
        fileCount: files.length + (signingKey ? 2 : 1),
      });
      setPacked(store, job.id, version, pageCount, context.missingCount);
    });
  } catch (error) {
    await archive.abandon().catch(() => {});
    fs.rmSync(unfinished, { force: true });
    throw error;
  }
}

function allocate({ store, frontier }: PackContext): void {
  const stale: string[] = [];
  for (const { url, path: place } of frontier.all()) if (place !== null) stale.push(url);
  const allocations = allocationsOf(frontier);
  transact(store, () => {
    for (const url of stale) frontier.setPath(url, null);
    for (const { url, path: place } of allocations) frontier.setPath(url, place);
  });
}

/** A file of the bundle: `make` does the work, `write` appends it to the archive when its turn comes. */
type Pending = Readonly<{ path: string; sizeBytes: number; make: () => Promise<Made> }>;
type Made = Readonly<{
  file: ManifestFile;
  write: () => Promise<Readonly<{ dataOffset: number }> | undefined>;
  /** Set for files made from a resource, not for our own. */
  url?: string;
  entry?: Omit<Entry, 'dataOffset'>;
}>;

/** Large enough that one large page does not leave threads idle, small enough for the memory of any machine. */
const IN_THE_MAKING = { items: 64, bytes: 32 * 2 ** 20 };

async function writeFiles(
  context: PackContext,
  archive: ArchiveWriter,
  folder: string,
  search: BundleSearch | undefined,
): Promise<ManifestFile[]> {
  const { store, job, frontier, signal } = context;
  const read = search?.pageCount ?? 0;
  const total = read + frontier.count('done');
  const files: ManifestFile[] = [];
  const entries: Entry[] = [];
  const keepEntries = (): void => addEntries(store, job.id, entries.splice(0));
  const window = { ...IN_THE_MAKING, sizeOf: (pending: Pending) => pending.sizeBytes };
  const made = mapOrdered(filesOf(context, archive, folder, search), window, (pending) => pending.make());
  for await (const { file, write, url, entry } of made) {
    signal.throwIfAborted();
    const place = await write();
    files.push(file);
    if (url !== undefined) frontier.clearInFlight(url);
    if (place && entry) entries.push({ ...entry, ...place });
    if (entries.length === ENTRIES_AT_ONCE) keepEntries();
    context.onProgress(read + files.length, total);
  }
  keepEntries();
  return files;
}

const ENTRIES_AT_ONCE = 100;

/**
 * Yields everything in the bundle except its manifest, in order (entry-order.ts): the site's files, and our own where
 * they are needed.
 */
function filesOf(
  context: PackContext,
  archive: ArchiveWriter,
  folder: string,
  search: BundleSearch | undefined,
): AsyncGenerator<Pending> {
  const { store, job, frontier } = context;
  const links = linksOf(store, job, frontier);
  const shared = sharedKey(context.fingerprint, links, job.policy, search !== undefined);
  const own: OwnFiles<Pending>[] = [];
  const addOwn = (place: string, text: () => string): void => {
    own.push({ path: place, files: async () => [ownFile(archive, place, text)] });
  };
  const hiding = recogniser(readVendors(), job.policy).hidingRules;
  if (hiding !== '') addOwn(HIDING_FILE, () => hiding);
  const documents = fetchedDocuments(context);
  if (job.policy.kept.playground || documents.length > 0) addOwn(PLAYGROUND_FILE, playgroundScript);
  for (const { url, path: place } of documents) {
    addOwn(documentFile(place), () => {
      const { text = '', contentType = '' } = readDocument(context.dataFolder, frontier, url) ?? {};
      return documentScript(text, contentType);
    });
  }
  if (hasSnapshot(frontier)) addOwn(RUNTIME_FILE, runtimeScript);
  const startPage = ownStartPage(context, links);
  if (startPage) addOwn('index.html', startPage);
  if (search) own.push({ path: `${SEARCH_FOLDER}/`, files: () => searchFiles(archive, search) });
  return inEntryOrder(frontier.placed(), own, (resource) => {
    if (resource.kind === 'redirect') return redirect(archive, resource, links);
    if (isStreamed(resource, job)) return streamed(context, archive, folder, resource, shared);
    return produced(context, archive, resource);
  });
}

/** Returns the documents that pages of the bundle fetch, without duplicates. */
function fetchedDocuments({ frontier, documents }: PackContext): Placed[] {
  const found = new Map<string, Placed>();
  for (const page of frontier.placed()) {
    for (const place of documents.of(page)) {
      const resource = frontier.find(documents.at(place)?.url ?? '');
      if (resource?.path) found.set(resource.path, { ...resource, path: resource.path });
    }
  }
  return [...found.values()];
}

/** Returns the search files, which are only known now: they were made while the pages before them were packed. */
async function searchFiles(archive: ArchiveWriter, search: BundleSearch): Promise<Pending[]> {
  const decided = { digest: search.digest, asked: packText(''), findings: null };
  return (await search.files()).map(({ path: place, sizeBytes, make }) => ({
    path: place,
    sizeBytes,
    make: async () => {
      const content = await make();
      const { file, write } = made(archive, place, content);
      const { method, crc32, data } = content;
      const dataSha256 = createHash('sha256').update(data).digest('hex');
      return {
        file,
        write,
        entry: { ...file, ...decided, method, crc32, dataSha256, dataBytes: data.length },
      };
    },
  }));
}

type Placed = Resource & { path: string };

function produced(context: PackContext, archive: ArchiveWriter, resource: Placed): Pending {
  return {
    path: resource.path,
    sizeBytes: resource.sizeBytes ?? 0,
    make: async () => {
      context.frontier.markInFlight(resource.url, false);
      const result = await context.threads
        .produce(taskOf(context, resource, archive.compresses))
        .catch((error: unknown) => {
          if (asOffprintError(error).code === 'object-damaged') context.frontier.requeue(resource.url);
          throw error;
        });
      const { problems, features, digest, asked, dataSha256 } = result;
      addFindings(context.store, context.job.id, resource.url, problems, features);
      const findings = problems.length + features.length > 0 ? JSON.stringify({ problems, features }) : null;
      const { file, write } = made(archive, resource.path, result);
      const { method, crc32, data } = result;
      const decided = { digest, asked, dataSha256, dataBytes: data.length, findings };
      return { file, write, url: resource.url, entry: { ...file, ...decided, method, crc32 } };
    },
  };
}

/** Processes one resource with nothing else in flight and discards the result: see job/poison-urls.ts. */
async function produceAlone(context: PackContext, url: string): Promise<void> {
  const { frontier, threads } = context;
  const resource = frontier.find(url);
  if (!resource?.path || resource.kind === 'redirect' || isStreamed(resource, context.job)) return;
  frontier.markInFlight(url, true);
  const placed = { ...resource, path: resource.path };
  if (resource.kind === 'page' && hasSearch(context.job.settings)) {
    await threads.extract(extractTask(context.dataFolder, placed));
  }
  await threads.produce(taskOf(context, placed, true));
  frontier.clearInFlight(url);
}

function taskOf(
  { dataFolder, job, packing, fingerprint, previous, documents, scanCache }: PackContext,
  resource: Placed,
  compress: boolean,
): ProduceTask & Packing {
  const entry = compress ? previous.entry(resource.path) : undefined;
  const reading = scanCache.of(resource);
  return {
    ...subjectOf(resource, documents),
    compress,
    dataFolder,
    jobId: job.id,
    packing,
    fingerprint,
    hasSearch: hasSearch(job.settings),
    ...(entry && { earlier: entry }),
    ...(reading && { reading }),
  };
}

function subjectOf(resource: Placed, documents: Documents): Subject {
  const { url, path: place, object, contentType, kind, renderMode } = resource;
  return {
    url,
    path: place,
    object: object ?? '',
    contentType: contentType ?? '',
    isSnapshot: kind === 'page' && renderMode === 'rendered',
    documents: documents.of(resource),
  };
}

function redirect(archive: ArchiveWriter, resource: Placed, links: Links): Pending {
  const target = links.target(resource.url);
  const href = target?.kind === 'file' ? relativeUrl(resource.path, target.path) : './';
  return ownFile(archive, resource.path, () => redirectPage(href));
}

function hasSnapshot(frontier: Frontier): boolean {
  for (const { renderMode } of frontier.placed()) if (renderMode === 'rendered') return true;
  return false;
}

function ownFile(archive: ArchiveWriter, place: string, text: () => string): Pending {
  return {
    path: place,
    sizeBytes: 0,
    make: () =>
      Promise.resolve(made(archive, place, packable(Buffer.from(text()), place, archive.compresses))),
  };
}

function made(archive: ArchiveWriter, place: string, content: Packable): Made {
  return {
    file: { path: place, sha256: content.sha256, sizeBytes: content.sizeBytes },
    write: () => archive.add(packedEntry(place, content)),
  };
}

/**
 * Whether a resource is large and its content is not processed: its bytes are streamed from the store into the archive.
 */
function isStreamed(resource: Resource, { settings }: ExportJob): boolean {
  const { url, sizeBytes, contentType } = resource;
  const [size, type] = [sizeBytes ?? 0, contentType ?? ''];
  if (size < STREAM_FROM_BYTES || contentKind(type) !== 'opaque') return false;
  return !settings.basePath || !isForCrawlers(url, type, size);
}

function streamed(
  context: PackContext,
  archive: ArchiveWriter,
  folder: string,
  resource: Placed,
  shared: string,
): Pending {
  const { path: place, url, object, sizeBytes } = resource;
  return {
    path: place,
    sizeBytes: STREAM_FROM_BYTES, // for its buffers; only a few files need to be streamed concurrently
    make: async () => {
      // Opaque content is not rewritten, so no questions about other places are asked.
      const digest = entryKey(shared, subjectOf(resource, context.documents), []);
      const earlier = archive.compresses ? context.previous.entry(place) : undefined;
      const large = { path: place, object: object ?? '', sizeBytes: sizeBytes ?? 0 };
      const copied = await copyLarge(earlier, digest);
      const stored =
        copied ??
        (await storeLarge(large, { ...context, folder, compress: archive.compresses }).catch(
          (error: unknown) => {
            if (asOffprintError(error).code === 'object-damaged') context.frontier.requeue(url);
            throw error;
          },
        ));
      const { open, discard, ...content } = stored;
      const file = { path: place, sha256: content.sha256, sizeBytes: content.sizeBytes };
      return {
        url,
        file,
        entry: { path: place, ...content, digest, asked: packText(''), findings: null },
        write: async () => {
          const { method, crc32, dataBytes } = content;
          const written = await archive.add({
            ...file,
            method,
            crc32,
            compressedBytes: dataBytes,
            data: open(),
          });
          discard();
          return written;
        },
      };
    },
  };
}
