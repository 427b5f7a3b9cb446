import { now, type Store, transact } from './database.ts';

/** Which request an answer belongs to. */
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
 * Gives a repeated request the result of the first and carries nothing out; else carries it out and keeps its result,
 * both or neither.
 * @param status what the first request is answered with
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
 * The same for a request that is carried out elsewhere, whose result is kept afterwards.
 * @param kept what findAnswer found
 * @param keep has what was answered written down
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

/** What was answered to the same key on the same path within the last 24 hours. */
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

/** Keeps an answer, and forgets those that are too old. */
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
