import type { z } from 'zod';
import { isUsable, standingNow } from '../received/acceptance.ts';
import type { Incoming } from '../received/receiver.ts';
import type { Store } from '../store/database.ts';
import type { Received } from '../store/received.ts';
import type { receivedBundle } from './received-schemas.ts';
import { verificationBody } from './verification-body.ts';

type Body = z.infer<typeof receivedBundle>;

/** Returns a received bundle in the form of the API, judged by the keys that are trusted now. */
export function receivedBody(store: Store, received: Received): Body {
  const now = standingNow(store, received);
  const { acceptedAs, acceptedBy, acceptedAt } = received;
  const isThere = received.status === 'waiting' || (received.status === 'kept' && received.jobId !== null);
  return {
    ...NOTHING,
    receivedId: received.id,
    status: received.status,
    source: received.source,
    receivedBy: received.receivedBy,
    receivedAt: received.receivedAt,
    verdictAtReceipt: received.verification.verdict,
    verification: verificationBody(now),
    delta: received.delta && { base: received.delta.base, target: received.delta.target },
    isUsable: isThere && isUsable(received, now),
    format: received.format,
    sizeBytes: received.sizeBytes,
    sha256: received.sha256,
    accepted: acceptedAs && { as: acceptedAs, by: acceptedBy ?? '', at: acceptedAt ?? '' },
    decidedBy: received.decidedBy,
    decidedAt: received.decidedAt,
    jobId: received.jobId,
  };
}

/** Returns a bundle that is being received, or whose receipt failed or found a duplicate. */
export function incomingBody(incoming: Incoming): Body {
  const { error, duplicateOf } = incoming;
  return {
    ...NOTHING,
    receivedId: incoming.id,
    status: error ? 'failed' : duplicateOf === null ? 'receiving' : 'duplicate',
    source: incoming.source,
    receivedBy: incoming.receivedBy,
    receivedAt: incoming.startedAt,
    progress: error || duplicateOf !== null ? null : incoming.progress,
    error: error?.message ?? null,
    errorCode: error?.code ?? null,
    duplicateOf,
  };
}

const NOTHING = {
  progress: null,
  error: null,
  errorCode: null,
  duplicateOf: null,
  verdictAtReceipt: null,
  verification: null,
  delta: null,
  isUsable: false,
  format: null,
  sizeBytes: null,
  sha256: null,
  accepted: null,
  decidedBy: null,
  decidedAt: null,
  jobId: null,
} as const;
