import { createHash } from 'node:crypto';
import { findAnswer, type RequestIdentity, replayOrCarryOut } from '../store/idempotent-answers.ts';
import { ApiError } from './api-error.ts';
import { type Caller, type Endpoint, isStream } from './endpoint.ts';
import type { Services } from './services.ts';

type Answer = Awaited<ReturnType<Endpoint['handle']>>;

/**
 * Processes requests with an Idempotency-Key. Refuses a key that was used with another body (422), or whose request is
 * still being processed (409). For other repeated requests, store/idempotent-answers.ts returns the first answer
 * instead of repeating the operation. For `atomic` calls, the writer does so as it processes them.
 */
export function idempotentAnswers(
  host: Services['host'],
): (
  definition: Endpoint,
  identity: RequestIdentity,
  handle: (once: RequestIdentity | undefined) => ReturnType<Endpoint['handle']>,
) => Promise<Answer> {
  const answersUnderWay = new Set<string>();
  return async (definition, identity, handle) => {
    const name = JSON.stringify([identity.caller, identity.path, identity.key]);
    if (answersUnderWay.has(name)) {
      throw new ApiError(
        409,
        'The request with this Idempotency-Key is still being processed. Try again in a moment.',
        {
          'retry-after': '1',
        },
      );
    }
    answersUnderWay.add(name);
    try {
      const kept = findAnswer(host.store(), identity);
      if (kept && !kept.sameBody) {
        throw new ApiError(
          422,
          'This Idempotency-Key was already used with a different body. Use a new key for a new request.',
        );
      }
      if (definition.idempotency === 'atomic') return await handle(identity);
      return await replayOrCarryOut(
        kept,
        () => handle(undefined),
        async (answer) => {
          if (!isStream(answer)) await host.command('keepAnswer', identity, answer.status, answer.body);
        },
      );
    } finally {
      answersUnderWay.delete(name);
    }
  };
}

/**
 * Returns the identity of a request that has an Idempotency-Key, if its operation supports one.
 * @param key the header
 * @throws ApiError 400 if the operation refuses such keys, or the key has an invalid length
 */
export function identityOf(
  definition: Endpoint,
  {
    caller,
    path,
    key,
    body,
  }: Readonly<{ caller: Caller; path: string; key: string | undefined; body: Buffer }>,
): RequestIdentity | undefined {
  if (key === undefined || !definition.idempotency) return undefined;
  if (definition.idempotency === 'refused') {
    throw new ApiError(
      400,
      'This endpoint does not accept an Idempotency-Key: its response contains a secret, which is not stored.',
    );
  }
  if (key.length === 0 || key.length > 255) {
    throw new ApiError(400, 'An Idempotency-Key must be 1 to 255 characters long. A UUID works well.');
  }
  return { caller: caller.id, path, key, bodyHash: createHash('sha256').update(body).digest() };
}
