import { Piscina } from 'piscina';
import { asOffprintError, type ErrorCode } from '../../errors.ts';

/** What comes of a task. Errors lose their codes on the way between threads, so they are values. */
export type ThreadResult<T> = Readonly<{ value: T }> | Readonly<{ code: ErrorCode; message: string }>;

export function awaited<Task, T>(work: (task: Task) => Promise<T>): (task: Task) => Promise<ThreadResult<T>> {
  return (task) => work(task).then((value) => ({ value }), failure);
}

/** @param contents names the bytes in a result: they change hands instead of being copied */
export function guarded<Task, T>(
  work: (task: Task) => T,
  contents?: (result: T) => readonly ArrayBufferLike[],
): (task: Task) => ThreadResult<T> {
  return (task) => {
    try {
      const value = work(task);
      // Small buffers lie in Node's shared pool and must not be given away.
      const given = contents?.(value).filter((bytes) => bytes.byteLength > Buffer.poolSize) ?? [];
      if (given.length === 0) return { value };
      const moved = { [Piscina.transferableSymbol]: given, [Piscina.valueSymbol]: { value } };
      return Piscina.move(moved as never) as unknown as ThreadResult<T>;
    } catch (error) {
      return failure(error);
    }
  };
}

function failure(error: unknown): { code: ErrorCode; message: string } {
  const { code, message } = asOffprintError(error);
  return { code, message };
}
