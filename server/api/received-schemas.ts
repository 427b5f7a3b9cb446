import { z } from 'zod';
import { receivingPhases } from '../received/take-in.ts';
import { acceptableVerdicts, receivedStatuses } from '../store/received.ts';
import { count, cursor, dateTime, exportJobId, nextCursor, projectId, sha256, shownSite } from './schemas.ts';
import { deltaEnds, place, verification } from './trust-schemas.ts';

/** What the API takes and gives about bundles that come from elsewhere. */
export const receivedId = z
  .string()
  .max(100)
  .meta({ description: 'Identifier of the received bundle.', examples: ['rc_0b7e35d1c94af268'] });

const who = z.string().meta({
  description: '`owner` for the owner of the data folder, otherwise the ID of the API key.',
  examples: ['owner'],
});

export const receivedBundle = z
  .strictObject({
    receivedId,
    status: z
      .enum(['receiving', 'failed', 'duplicate', ...receivedStatuses])
      .describe(
        '`receiving`: it is being copied and verified. `failed`: copying or verifying failed, and nothing was kept (listed until the server stops). `duplicate`: the same archive was already here. `waiting`: for someone to keep or discard it. `refused`: altered or incomplete; nothing was kept.',
      ),
    source: z.string().describe('Where it was, or the name of the uploaded file.'),
    receivedBy: who,
    receivedAt: dateTime.describe('When.'),
    progress: z
      .strictObject({
        phase: z.enum(receivingPhases).describe('The current phase.'),
        doneBytes: count.describe('Bytes processed so far in this phase.'),
        totalBytes: count.nullable().describe('Total bytes; null if not known.'),
      })
      .nullable()
      .describe('Progress, while the bundle is `receiving`; null otherwise.'),
    error: z.string().nullable().describe('Why it `failed`.'),
    errorCode: z.string().nullable().describe('The same, as a code.'),
    duplicateOf: receivedId.nullable().describe('For a `duplicate`: the bundle that is already here.'),
    verdictAtReceipt: verification.shape.verdict
      .nullable()
      .describe('The result when it arrived. `verification` gives the result with the keys trusted now.'),
    verification: verification
      .nullable()
      .describe('The current result; null while it is `receiving`, or if that failed.'),
    delta: deltaEnds.nullable().describe('The delta it was made with.'),
    isUsable: z.boolean().describe('It can be previewed and kept: it is valid, or someone accepted it.'),
    format: z.enum(['zip', 'tar.gz']).nullable().describe('Format of the archive.'),
    sizeBytes: count.nullable().describe('Size of the archive.'),
    sha256: sha256.nullable().describe('Digest of the archive.'),
    accepted: z
      .strictObject({
        as: z.enum(acceptableVerdicts).describe('The verdict it was accepted with.'),
        by: who,
        at: dateTime.describe('When.'),
      })
      .nullable()
      .describe('Who accepted it without a trusted signature, and with what verdict.'),
    decidedBy: who.nullable().describe('Who kept or discarded it.'),
    decidedAt: dateTime.nullable().describe('When.'),
    jobId: exportJobId.nullable().describe('If kept: the job whose bundle it is.'),
  })
  .meta({ id: 'ReceivedBundle', description: 'A bundle made elsewhere.' });

export const receivedList = z
  .strictObject({ received: z.array(receivedBundle).describe('Newest first.'), nextCursor })
  .meta({ id: 'ReceivedList', description: 'Received bundles.' });

export const receivedQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100).describe('Maximum number of history entries.'),
});

export const receivedParams = z.strictObject({ receivedId });

export const receiveRequest = z.strictObject({ path: place }).meta({ id: 'ReceiveRequest' });

export const uploadRequest = z
  .strictObject({
    fileName: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^/\\\p{Cc}]+$/u, 'must be the name of a file, without folders')
      .meta({ description: 'Display name.', examples: ['docs.example.com-2026.3.zip'] }),
    sizeBytes: z
      .int()
      .min(1)
      .meta({ description: 'Size of the whole file.', examples: [5_242_880] }),
  })
  .meta({ id: 'UploadRequest' });

export const uploadQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).describe('Offset of the bytes in the file.'),
});

export const acceptRequest = z
  .strictObject({
    as: z
      .enum(acceptableVerdicts)
      .describe('The verdict, as confirmed by a person. It stays in the history.'),
  })
  .meta({ id: 'AcceptRequest' });

export const keepRequest = z
  .strictObject({
    projectId: projectId
      .optional()
      .describe(
        'The project it becomes a version of. Default: the project with its domain, which is created if there is none.',
      ),
  })
  .meta({ id: 'KeepRequest' });

export const shownReceived = z
  .strictObject({
    receivedId,
    siteUrl: shownSite.shape.siteUrl,
  })
  .meta({ id: 'ShownReceived', description: 'The preview of a received bundle.' });
