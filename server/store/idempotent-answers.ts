import { now, type Store, transact } from './database.ts';

/** Identity of the request that an answer belongs to. */
export type RequestIdentity = Readonly<{
  /** Id of the API key. */
  caller: string;
  /** Method and path. */
  path: string;
  /** The Idempotency-Key header. */
  key: string;
  /** SHA-256 of the body. */
  bodyHash: Uint8Array;
}>;

export type KeptAnswer = Readonly<{ sameBody: boolean; status: number; result: unknown }>;

const KEPT_MS = 24 * 3_600_000;

/**
 * Runs `work` once per request: stores its result in the same transaction, and returns the stored result to repeated
 * requests.
 * @param status status of the answer
 * @throws what `work` throws
 */
export function answerOnce(
  store: Store,
  request: RequestIdentity,
  status: number,
  work: () => unknown,
): unknown {
  return transact(store, () => {
    const kept = findAnswer(store, request);
    if (kept) return kept.result;
    const result = work();
    keepAnswer(store, request, status, result);
    return result;
  });
}

/**
 * Does the same for work that runs elsewhere, storing the answer afterwards.
 * @param kept result of findAnswer
 * @param keep stores the answer
 * @throws what `work` and `keep` throw
 */
export async function replayOrCarryOut<Answer>(
  kept: KeptAnswer | undefined,
  work: () => Answer | Promise<Answer>,
  keep: (answer: Answer) => Promise<void>,
): Promise<Answer | Readonly<{ status: number; body: unknown }>> {
  if (kept) return { status: kept.status, body: kept.result };
  const answer = await work();
  await keep(answer);
  return answer;
}

/** Finds the stored answer for a key and path within the last 24 hours. */
export function findAnswer(store: Store, request: RequestIdentity): KeptAnswer | undefined {
  const row = store
    .prepare(
      `SELECT body_hash AS bodyHash, status, response FROM idempotency
       WHERE caller = ? AND path = ? AND key = ? AND created_at > ?`,
    )
    .get(request.caller, request.path, request.key, keptSince()) as
    | { bodyHash: Buffer; status: number; response: string }
    | undefined;
  return (
    row && {
      sameBody: row.bodyHash.equals(request.bodyHash),
      status: row.status,
      result: JSON.parse(row.response) as unknown,
    }
  );
}

/** Stores an answer, and deletes those that are too old. */
export function keepAnswer(store: Store, request: RequestIdentity, status: number, result: unknown): void {
  store.prepare('DELETE FROM idempotency WHERE created_at <= ?').run(keptSince());
  store
    .prepare('INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(
      request.caller,
      request.path,
      request.key,
      Buffer.from(request.bodyHash),
      status,
      JSON.stringify(result ?? null),
      now(),
    );
}

function keptSince(): string {
  return new Date(Date.now() - KEPT_MS).toISOString();
}
