import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { Packable } from '../../bundles/deflate.ts';
import { OffprintError, systemCode } from '../../errors.ts';
import { placesIn, unpackText } from '../crawl/references.ts';
import type { Stored } from '../pack/stream-large.ts';
import type { Links, Problem } from '../rewrite/links.ts';
import type { FeatureNote } from '../rewrite/page.ts';
import { answersAbout, entryKey, type Subject } from './entry-key.ts';
import type { PreviousEntry } from './reuse-candidates.ts';
import { isSameEntry } from './reuse-policy.ts';
import { readWhole } from './scan-cache.ts';

type Findings = Readonly<{ problems: readonly Problem[]; features: readonly FeatureNote[] }>;

/** An entry of an earlier bundle, with the findings from when it was made. */
export type CopiedEntry = Packable &
  Findings &
  Readonly<{ digest: string; asked: Uint8Array; dataSha256: string }>;

/** Returns an entry of an earlier bundle if all its inputs are unchanged and its bytes are intact. */
export function copyEarlier(
  task: Subject & Readonly<{ earlier?: PreviousEntry }>,
  context: Readonly<{ links: Links; shared: string }>,
): CopiedEntry | undefined {
  const { earlier } = task;
  if (!earlier) return undefined;
  const { archive, dataOffset, dataBytes, findings, ...entry } = earlier;
  const asked = placesIn(unpackText(entry.asked));
  const answers = answersAbout(context.links, asked);
  if (!isSameEntry(entryKey(context.shared, task, answers), entry)) return undefined;
  const data = readWhole({ file: archive, start: dataOffset, sizeBytes: dataBytes });
  if (!data || sha256Of(data) !== entry.dataSha256) return undefined;
  const { problems = [], features = [] } = JSON.parse(findings ?? '{}') as Partial<Findings>;
  return { ...entry, data, problems, features };
}

/**
 * Returns a large entry of an earlier bundle under the same conditions. Large files depend on no other places.
 * @param digest its current entry key
 */
export async function copyLarge(
  earlier: PreviousEntry | undefined,
  digest: string,
): Promise<Stored | undefined> {
  if (!earlier || !isSameEntry(digest, earlier)) return undefined;
  const { method, crc32, sizeBytes, sha256, dataBytes, dataSha256, archive, dataOffset } = earlier;
  const range = { start: dataOffset, end: dataOffset + dataBytes - 1 };
  const open = (): fs.ReadStream => fs.createReadStream(archive, { ...range, highWaterMark: 2 ** 20 });
  const hash = createHash('sha256');
  try {
    for await (const chunk of open()) hash.update(chunk as Buffer);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined; // deleted meanwhile
  }
  if (hash.digest('hex') !== dataSha256) return undefined;
  return { method, crc32, sizeBytes, sha256, dataBytes, dataSha256, open, discard: () => {} };
}

/** An entry that is read when its turn comes. */
export type CopiedPart = Readonly<{ path: string; sizeBytes: number; make: () => Promise<Packable> }>;

/**
 * Returns a group of entries of one earlier bundle, all or none.
 * @param digest current key shared by all of them
 * @returns undefined also if there are no entries
 * @throws OffprintError `integrity` (from `make`) if the bundle changes while it is being read
 */
export async function copyAll(
  entries: readonly PreviousEntry[],
  digest: string,
): Promise<Readonly<{ parts: readonly CopiedPart[]; close: () => Promise<void> }> | undefined> {
  const [first] = entries;
  if (!first || entries.some((entry) => !isSameEntry(digest, entry))) return undefined;
  const archive = await fs.promises.open(first.archive).catch(() => undefined); // undefined if deleted meanwhile
  if (!archive) return undefined;
  const read = async ({ dataOffset, dataBytes, dataSha256 }: PreviousEntry): Promise<Buffer | undefined> => {
    const data = Buffer.allocUnsafeSlow(dataBytes);
    const { bytesRead } = await archive.read(data, 0, dataBytes, dataOffset);
    const isWhole = bytesRead === dataBytes && sha256Of(data) === dataSha256;
    return isWhole ? data : undefined;
  };
  // Check all of them before the first one is written.
  for (const entry of entries) {
    if (await read(entry)) continue;
    await archive.close();
    return undefined;
  }
  const parts = entries.map((entry) => ({
    path: entry.path,
    sizeBytes: entry.sizeBytes,
    make: async () => {
      const data = await read(entry);
      if (data) return { ...entry, data };
      throw new OffprintError(
        'integrity',
        `${entry.archive} changed while it was being read. Run the export again.`,
      );
    },
  }));
  return { parts, close: () => archive.close() };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
