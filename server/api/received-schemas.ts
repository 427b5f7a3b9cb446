import { z } from 'zod';
import { receivingPhases } from '../received/take-in.ts';
import { acceptableVerdicts, receivedStatuses } from '../store/received.ts';
import { count, cursor, dateTime, exportJobId, nextCursor, projectId, sha256, shownSite } from './schemas.ts';
import { deltaEnds, place, verification } from './trust-schemas.ts';

/** What the API takes and gives about bundles that come from elsewhere. */
export const receivedId = z
  .string()
  .max(100)
  .meta({ description: 'Identifier of the bundle that was received.', examples: ['rc_0b7e35d1c94af268'] });

const who = z.string().meta({
  description: '`owner`: the owner of the data folder; else the id of the API key.',
  examples: ['owner'],
});

export const receivedBundle = z
  .strictObject({
    receivedId,
    status: z
      .enum(['receiving', 'failed', 'duplicate', ...receivedStatuses])
      .describe(
        '`receiving`: it is copied and verified; `failed`: it could not be, nothing was kept (told until the server ends); `duplicate`: the same archive was here; `waiting`: for somebody to keep or discard it; `refused`: altered or incomplete, nothing was kept.',
      ),
    source: z.string().describe('Where it lay, or the name of the file that was uploaded.'),
    receivedBy: who,
    receivedAt: dateTime.describe('When.'),
    progress: z
      .strictObject({
        phase: z.enum(receivingPhases).describe('What is being done.'),
        doneBytes: count.describe('Done of this phase.'),
        totalBytes: count.nullable().describe('Null if not known.'),
      })
      .nullable()
      .describe('While it is `receiving`.'),
    error: z.string().nullable().describe('Why it `failed`.'),
    errorCode: z.string().nullable().describe('The same for programs.'),
    duplicateOf: receivedId.nullable().describe('Of a `duplicate`: the one that is here.'),
    verdictAtReceipt: verification.shape.verdict
      .nullable()
      .describe(
        'As it was when it came: `verification` tells how it stands by the keys that are trusted now.',
      ),
    verification: verification.nullable().describe('Null while it is `receiving`, and when that failed.'),
    delta: deltaEnds.nullable().describe('The delta that it was made with.'),
    isUsable: z
      .boolean()
      .describe('It may be looked at and kept: it is valid, or somebody accepted it as what it is.'),
    format: z.enum(['zip', 'tar.gz']).nullable().describe('Of the archive.'),
    sizeBytes: count.nullable().describe('Of the archive.'),
    sha256: sha256.nullable().describe('Of the archive.'),
    accepted: z
      .strictObject({
        as: z.enum(acceptableVerdicts).describe('As what.'),
        by: who,
        at: dateTime.describe('When.'),
      })
      .nullable()
      .describe('Who accepted it although no trusted key signed it, and as what.'),
    decidedBy: who.nullable().describe('Who kept or discarded it.'),
    decidedAt: dateTime.nullable().describe('When.'),
    jobId: exportJobId.nullable().describe('Of a kept one: the job whose bundle it is.'),
  })
  .meta({ id: 'ReceivedBundle', description: 'A bundle that came from elsewhere.' });

export const receivedList = z
  .strictObject({ received: z.array(receivedBundle).describe('Newest first.'), nextCursor })
  .meta({ id: 'ReceivedList', description: 'What was received.' });

export const receivedQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100).describe('Entries of the history at most.'),
});

export const receivedParams = z.strictObject({ receivedId });

export const receiveRequest = z.strictObject({ path: place }).meta({ id: 'ReceiveRequest' });

export const uploadRequest = z
  .strictObject({
    fileName: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^/\\\p{Cc}]+$/u, 'give the name of a file, without folders')
      .meta({ description: 'What people know it by.', examples: ['docs.example.com-2026.3.zip'] }),
    sizeBytes: z
      .int()
      .min(1)
      .meta({ description: 'Of the whole file.', examples: [5_242_880] }),
  })
  .meta({ id: 'UploadRequest' });

export const uploadQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).describe('Where the bytes begin in the file.'),
});

export const acceptRequest = z
  .strictObject({
    as: z.enum(acceptableVerdicts).describe('The verdict, said by a person: it stays in the history.'),
  })
  .meta({ id: 'AcceptRequest' });

export const keepRequest = z
  .strictObject({
    projectId: projectId
      .optional()
      .describe(
        'The project that it becomes a version of. Left out: the one that has its domain; where there is none, one is made.',
      ),
  })
  .meta({ id: 'KeepRequest' });

export const shownReceived = z
  .strictObject({
    receivedId,
    siteUrl: shownSite.shape.siteUrl,
  })
  .meta({ id: 'ShownReceived', description: 'A received bundle that can be looked at.' });
