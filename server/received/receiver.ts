import fs from 'node:fs';
import path from 'node:path';
import { formatNumber } from '../../shared/numbers.ts';
import { convertBundle } from '../bundles/convert.ts';
import type { Verification } from '../bundles/verification.ts';
import { assertRoom } from '../bundles/whole-file.ts';
import { asOffprintError, OffprintError } from '../errors.ts';
import { receivedFolder } from '../store/job-folder.ts';
import { newReceivedId, type Received, requireReceived } from '../store/received.ts';
import { listTrustedKeys } from '../store/trusted-keys.ts';
import type { Host } from '../writer/host.ts';
import { requireUsable } from './acceptance.ts';
import { findDeltaBase } from './delta-base.ts';
import { isBroken, type Receiving, type TakeInContext, type TakenIn, takeIn, verifyCopy } from './take-in.ts';

/** A bundle that is being received. It enters the history after verification. */
export type Incoming = Readonly<{
  id: string;
  source: string;
  receivedBy: string;
  startedAt: string;
  progress: Receiving;
  /** Why it failed. */
  error: OffprintError | null;
  /** The identical archive that was already here. If set, this one was not kept. */
  duplicateOf: string | null;
}>;

/** A file that is uploaded in parts. */
export type Upload = Readonly<{ source: string; sizeBytes: number }>;

export type Receiver = Readonly<{
  /**
   * Starts receiving a bundle from a path, with takeIn.
   * @throws OffprintError `conflict` if too many are in progress
   */
  begin: (source: string, by: string) => Incoming;
  /** Starts an upload, whose bytes follow with `append`. @throws OffprintError `disk-full`, `conflict` */
  beginUpload: (upload: Upload, by: string) => Promise<Incoming>;
  /**
   * Appends the next bytes of an upload. The last bytes start verification.
   * @throws OffprintError `not-found`, `conflict` if they are not the next bytes, `disk-full`
   */
  append: (id: string, offset: number, bytes: Buffer) => Promise<Incoming>;
  /**
   * Finds a bundle that is being received, or that failed since the server started. Undefined once it is in the
   * history.
   */
  find: (id: string) => Incoming | undefined;
  /** Returns all of these, newest first. */
  list: () => Incoming[];
  /** Cancels receiving a bundle and removes its files. @returns false if there is no such bundle */
  cancel: (id: string) => Promise<boolean>;
  /** Returns the zip of a received bundle, for viewing. @throws OffprintError `not-found`, `conflict` */
  zipOf: (received: Received) => Promise<string>;
  close: () => Promise<void>;
}>;

type Entry = {
  incoming: Incoming;
  controller: AbortController;
  upload: { file: string; sizeBytes: number; offset: number; isBusy: boolean } | undefined;
  done: Promise<void>;
};

/** Limited because each of them uses disk space. */
const UNDER_WAY_MAX = 20;
/** Number of failures kept. Older ones are dropped. */
const FAILED_MAX = 50;

/** Receives bundles into the data folder of a host. */
export function receiver(host: Host): Receiver {
  const entries = new Map<string, Entry>();

  const change = (id: string, changes: Partial<Incoming>): void => {
    const entry = entries.get(id);
    if (entry) entry.incoming = { ...entry.incoming, ...changes };
  };

  const open = (source: string, by: string, totalBytes: number | null): Entry => {
    const underWay = [...entries.values()].filter(({ incoming }) => !incoming.error && !incoming.duplicateOf);
    if (underWay.length >= UNDER_WAY_MAX) {
      throw new OffprintError(
        'conflict',
        `${UNDER_WAY_MAX} bundles are already being received. Wait for one to finish, or cancel one.`,
      );
    }
    const id = newReceivedId();
    const progress = { phase: 'copying' as const, doneBytes: 0, totalBytes };
    const startedAt = new Date().toISOString();
    const facts = { id, source, receivedBy: by, startedAt, progress, error: null, duplicateOf: null };
    const entry = {
      incoming: facts,
      controller: new AbortController(),
      upload: undefined,
      done: Promise.resolve(),
    };
    entries.set(id, entry);
    const ended = [...entries].filter(([, { incoming }]) => incoming.error || incoming.duplicateOf);
    for (const [old] of ended.slice(0, -FAILED_MAX)) entries.delete(old);
    fs.mkdirSync(receivedFolder(host.dataFolder, id), { recursive: true, mode: 0o700 });
    return entry;
  };

  const contextOf = ({ incoming: { id }, controller: { signal } }: Entry): TakeInContext => ({
    scratchFolder: receivedFolder(host.dataFolder, id),
    trusted: listTrustedKeys(host.store()),
    findBase: (base) => findDeltaBase(host, base),
    signal,
    onProgress: (progress) => change(id, { progress }),
  });

  /** Adds a received bundle to the history, unless the same archive is already there. */
  const record = async (entry: Entry, { verification, delta, archive }: TakenIn): Promise<void> => {
    const { id, source, receivedBy } = entry.incoming;
    const folder = receivedFolder(host.dataFolder, id);
    entry.controller.signal.throwIfAborted();
    const recorded = await host.command('addReceived', {
      id,
      status: isBroken(verification) ? 'refused' : 'waiting',
      source,
      receivedBy,
      receivedAt: new Date().toISOString(),
      verification: storable(verification),
      delta,
      format: archive?.format ?? null,
      sizeBytes: archive?.sizeBytes ?? null,
      sha256: archive?.sha256 ?? null,
    });
    if (recorded.id !== id) {
      fs.rmSync(folder, { recursive: true, force: true });
      change(id, { duplicateOf: recorded.id });
      return;
    }
    if (!archive) fs.rmSync(folder, { recursive: true, force: true });
    entries.delete(id);
  };

  const run = (entry: Entry, work: () => Promise<TakenIn>): void => {
    const { id } = entry.incoming;
    entry.done = work()
      .then((taken) => record(entry, taken))
      .catch((error: unknown) => {
        fs.rmSync(receivedFolder(host.dataFolder, id), { recursive: true, force: true });
        change(id, { error: asOffprintError(error) });
      });
  };

  const cancel = async (id: string): Promise<boolean> => {
    const entry = entries.get(id);
    if (!entry) return false;
    entry.controller.abort(new OffprintError('canceled', 'Canceled. Nothing was kept.'));
    await entry.done;
    if (!entries.delete(id)) return false; // recorded in the meantime
    fs.rmSync(receivedFolder(host.dataFolder, id), { recursive: true, force: true });
    return true;
  };

  return {
    begin: (source, by) => {
      const entry = open(source, by, null);
      run(entry, () => takeIn(source, contextOf(entry)));
      return entry.incoming;
    },
    beginUpload: async ({ source, sizeBytes }, by) => {
      fs.mkdirSync(receivedFolder(host.dataFolder, ''), { recursive: true, mode: 0o700 });
      await assertRoom(receivedFolder(host.dataFolder, 'upload'), sizeBytes);
      const entry = open(source, by, sizeBytes);
      const file = path.join(receivedFolder(host.dataFolder, entry.incoming.id), 'incoming');
      entry.upload = { file, sizeBytes, offset: 0, isBusy: false };
      return entry.incoming;
    },
    append: async (id, offset, bytes) => {
      const entry = entries.get(id);
      const upload = entry?.upload;
      if (!entry || !upload || entry.incoming.error) {
        throw new OffprintError('not-found', `There is no upload ${id}. Start the upload again.`);
      }
      if (upload.isBusy || offset !== upload.offset || offset + bytes.length > upload.sizeBytes) {
        throw new OffprintError(
          'conflict',
          `These bytes are out of sequence: ${upload.offset} of ${upload.sizeBytes} bytes have arrived. Continue from byte ${upload.offset}.`,
        );
      }
      upload.isBusy = true;
      try {
        await fs.promises.appendFile(upload.file, bytes, { mode: 0o600 });
        upload.offset += bytes.length;
      } catch (error) {
        await fs.promises.truncate(upload.file, upload.offset).catch(() => {});
        throw asOffprintError(error);
      } finally {
        upload.isBusy = false;
      }
      const { offset: doneBytes, sizeBytes: totalBytes, file } = upload;
      change(id, { progress: { phase: 'copying', doneBytes, totalBytes } });
      if (doneBytes === totalBytes) {
        entry.upload = undefined;
        run(entry, async () => {
          const handle = await fs.promises.open(file, 'r+');
          await handle.sync().finally(() => handle.close());
          return verifyCopy({ file }, entry.incoming.source, contextOf(entry));
        });
      }
      return entry.incoming;
    },
    find: (id) => entries.get(id)?.incoming,
    list: () => [...entries.values()].map(({ incoming }) => incoming).reverse(),
    cancel,
    zipOf: async ({ id }) => {
      const received = requireReceived(host.store(), id);
      requireUsable(host.store(), received);
      const folder = receivedFolder(host.dataFolder, id);
      const { jobId, status, sha256 } = received;
      if (status === 'kept') {
        if (jobId === null) throw new OffprintError('not-found', `The job for bundle ${id} was deleted.`);
        const zip = await host.command('bundleVariant', jobId, { format: 'zip' });
        return path.join(host.dataFolder, zip.file);
      }
      const zip = path.join(folder, 'bundle.zip');
      if (!fs.existsSync(zip)) {
        const from = path.join(folder, 'bundle.tar.gz');
        const task = { from, out: zip, format: 'zip' as const, ...(sha256 !== null && { sha256 }) };
        await convertBundle(task, new AbortController().signal);
      }
      return zip;
    },
    close: async () => {
      await Promise.all([...entries.keys()].map(cancel));
    },
  };
}

/**
 * Limits for a stored verification: a damaged bundle may have a million faults, and a hostile one a manifest of any
 * size.
 */
const STORED_MAX_CHARACTERS = 2 ** 20;
const FAULTS_MAX = 1_000;

/** @throws OffprintError `usage` for a manifest too large to come from Offprint */
function storable(verification: Verification): Verification {
  const { faults, manifest } = verification;
  if (JSON.stringify(manifest).length > STORED_MAX_CHARACTERS) {
    throw new OffprintError(
      'usage',
      "The bundle's manifest is too large to be from Offprint. Nothing was kept.",
    );
  }
  let room = STORED_MAX_CHARACTERS;
  const kept = faults.slice(0, FAULTS_MAX).filter(({ path, text }) => {
    room -= path.length + text.length;
    return room > 0;
  });
  const left = faults.length - kept.length;
  const more = {
    path: '',
    kind: 'structure' as const,
    text: `And ${formatNumber(left)} more ${left === 1 ? 'fault' : 'faults'}.`,
  };
  return { ...verification, faults: left > 0 ? [...kept, more] : kept };
}
