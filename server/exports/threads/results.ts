import { Piscina } from 'piscina';
import { asOffprintError, type ErrorCode } from '../../errors.ts';

/** Result of a task. Errors are passed as values, because they would lose their codes between threads. */
export type ThreadResult<T> = Readonly<{ value: T }> | Readonly<{ code: ErrorCode; message: string }>;

export function awaited<Task, T>(work: (task: Task) => Promise<T>): (task: Task) => Promise<ThreadResult<T>> {
  return (task) => work(task).then((value) => ({ value }), failure);
}

/** @param contents returns the buffers in a result; they are transferred instead of copied */
export function guarded<Task, T>(
  work: (task: Task) => T,
  contents?: (result: T) => readonly ArrayBufferLike[],
): (task: Task) => ThreadResult<T> {
  return (task) => {
    try {
      const value = work(task);
      // Small buffers share Node's pool and must not be transferred.
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
