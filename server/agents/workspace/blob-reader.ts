import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Git } from './git.ts';
import type { ObjectId } from './git-arguments.ts';

export type BlobReader = Readonly<{
  /**
   * Reads a whole blob.
   * @throws Error if it is not a readable blob or is larger than `maxBytes`
   */
  read: (object: ObjectId) => Promise<Buffer>;
  close: () => void;
}>;

type Waiting = { object: ObjectId; resolve: (bytes: Buffer) => void; reject: (error: unknown) => void };

/**
 * Reads blobs through one long-running `git cat-file --batch`: a process per file would take longer than reading it.
 * @param maxBytes limit for one blob; omitted if the caller has checked the sizes
 */
export function openBlobReader(
  git: Git,
  repository: string,
  maxBytes = Number.POSITIVE_INFINITY,
): BlobReader {
  let child: ChildProcessWithoutNullStreams | undefined;
  let waiting: Waiting[] = [];
  let chunks: Buffer[] = [];
  let lengthBytes = 0;
  /** Size of the response to the first waiting read; undefined until its header line has arrived. */
  let expected: { headBytes: number; sizeBytes: number } | undefined;

  const fail = (error: Error): void => {
    const failed = waiting;
    waiting = [];
    chunks = [];
    lengthBytes = 0;
    expected = undefined;
    child = undefined;
    for (const entry of failed) entry.reject(error);
  };

  const take = (): void => {
    for (;;) {
      const first = waiting[0];
      if (!first) return;
      if (!expected) {
        const held = Buffer.concat(chunks);
        chunks = [held];
        const end = held.indexOf(10);
        if (end === -1) return;
        const [object, type, size] = held.subarray(0, end).toString('latin1').split(' ');
        if (object !== first.object || type !== 'blob') {
          first.reject(new Error(`Object ${first.object} is not a readable blob: ${type ?? 'no response'}`));
          waiting.shift();
          chunks = [held.subarray(end + 1)];
          lengthBytes -= end + 1;
          continue;
        }
        if (Number(size) > maxBytes) {
          const running = child;
          fail(new Error(`Object ${object} is ${size} bytes long, but at most ${maxBytes} are allowed`));
          running?.stdout.removeAllListeners('data').resume(); // discard the rest of its output
          running?.kill();
          return;
        }
        expected = { headBytes: end + 1, sizeBytes: Number(size) };
      }
      const whole = expected.headBytes + expected.sizeBytes + 1;
      if (lengthBytes < whole) return;
      const held = Buffer.concat(chunks);
      first.resolve(Buffer.from(held.subarray(expected.headBytes, whole - 1)));
      waiting.shift();
      chunks = [held.subarray(whole)];
      lengthBytes -= whole;
      expected = undefined;
    }
  };

  const started = (): ChildProcessWithoutNullStreams => {
    if (child) return child;
    const fresh = git.start('readBlobs', [], repository);
    child = fresh;
    fresh.stdout.on('data', (bytes: Buffer) => {
      chunks.push(bytes);
      lengthBytes += bytes.length;
      take();
    });
    fresh.stdin.on('error', () => {});
    fresh.stderr.resume();
    fresh.on('error', fail);
    fresh.on('close', () => {
      if (child === fresh) fail(new Error('git cat-file exited early'));
    });
    return fresh;
  };

  return {
    read: (object) =>
      new Promise((resolve, reject) => {
        waiting.push({ object, resolve, reject });
        started().stdin.write(`${object}\n`);
      }),
    close: () => {
      const running = child;
      child = undefined;
      running?.stdin.end();
    },
  };
}
