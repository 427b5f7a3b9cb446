import { z } from 'zod';
import { receivingPhases } from '../received/take-in.ts';
import { acceptableVerdicts, receivedStatuses } from '../store/received.ts';
import { count, cursor, dateTime, exportJobId, nextCursor, projectId, sha256, shownSite } from './schemas.ts';
import { deltaEnds, place, verification } from './trust-schemas.ts';

export const receivedId = z
  .string()
  .max(100)
  .meta({ description: 'Identifier of the received bundle.', examples: ['rc_0b7e35d1c94af268'] });

const who = z.string().meta({
  description: "`owner` for the data folder's owner; otherwise, the API key's ID.",
  examples: ['owner'],
});

export const receivedBundle = z
  .strictObject({
    receivedId,
    status: z
      .enum(['receiving', 'failed', 'duplicate', ...receivedStatuses])
      .describe(
        '`receiving`: the bundle is being copied and verified. `failed`: copying or verifying failed, and nothing was kept (listed until the server stops). `duplicate`: the same archive was received before and is still here. `waiting`: nobody has kept or discarded the bundle yet. `refused`: the bundle is altered or incomplete; nothing was kept.',
      ),
    source: z.string().describe('Path the bundle was read from, or the name of the uploaded file.'),
    receivedBy: who,
    receivedAt: dateTime.describe('When the bundle was received.'),
    progress: z
      .strictObject({
        phase: z.enum(receivingPhases).describe('The current phase.'),
        doneBytes: count.describe('Bytes processed so far in this phase.'),
        totalBytes: count.nullable().describe('Total bytes; null if not known.'),
      })
      .nullable()
      .describe('Progress while the status is `receiving`; null otherwise.'),
    error: z.string().nullable().describe('Why the status is `failed`; null otherwise.'),
    errorCode: z.string().nullable().describe('A code for the failure; null if there was none.'),
    duplicateOf: receivedId.nullable().describe('For a `duplicate`, the bundle that is already here.'),
    verdictAtReceipt: verification.shape.verdict
      .nullable()
      .describe(
        'The verdict when the bundle arrived. `verification` has the result based on the keys that are trusted now.',
      ),
    verification: verification
      .nullable()
      .describe(
        'The current verification result; null if the status is `receiving`, `failed` or `duplicate`.',
      ),
    delta: deltaEnds.nullable().describe('The delta used to rebuild the bundle; null if none was used.'),
    isUsable: z
      .boolean()
      .describe('Whether the bundle can be previewed and kept: true if it is valid or someone accepted it.'),
    format: z.enum(['zip', 'tar.gz']).nullable().describe('Archive format.'),
    sizeBytes: count.nullable().describe('Archive size.'),
    sha256: sha256.nullable().describe('Archive digest.'),
    accepted: z
      .strictObject({
        as: z.enum(acceptableVerdicts).describe("The bundle's verdict when it was accepted."),
        by: who,
        at: dateTime.describe('When the bundle was accepted.'),
      })
      .nullable()
      .describe('Who accepted the bundle without a trusted signature, and its verdict at the time.'),
    decidedBy: who.nullable().describe('Who kept or discarded the bundle.'),
    decidedAt: dateTime.nullable().describe('When the bundle was kept or discarded.'),
    jobId: exportJobId.nullable().describe('If the bundle was kept, the export job it belongs to.'),
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
      .regex(/^[^/\\\p{Cc}]+$/u, 'must be a file name without a path or control characters')
      .meta({ description: 'Display name.', examples: ['docs.example.com-2026.3.zip'] }),
    sizeBytes: z
      .int()
      .min(1)
      .meta({ description: 'Size of the whole file.', examples: [5_242_880] }),
  })
  .meta({ id: 'UploadRequest' });

export const uploadQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).describe('Offset in the file where these bytes start.'),
});

export const acceptRequest = z
  .strictObject({
    as: z
      .enum(acceptableVerdicts)
      .describe("The bundle's verdict, confirmed by a person. It is recorded in the history."),
  })
  .meta({ id: 'AcceptRequest' });

export const keepRequest = z
  .strictObject({
    projectId: projectId
      .optional()
      .describe(
        "The project to add the bundle to as a version. Default: the project with the bundle's domain, or a new project if there is none.",
      ),
  })
  .meta({ id: 'KeepRequest' });

export const shownReceived = z
  .strictObject({
    receivedId,
    siteUrl: shownSite.shape.siteUrl,
  })
  .meta({ id: 'ShownReceived', description: 'The preview of a received bundle.' });
