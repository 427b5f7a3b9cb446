import { z } from 'zod';
import { count } from './schemas.ts';

/** What the API tells about drives. */
export const drive = z
  .strictObject({
    mount: z.string().meta({ description: 'Where it is mounted.', examples: ['/media/ann/DOCS'] }),
    label: z.string().meta({ description: 'Empty: none, or the system does not say.', examples: ['DOCS'] }),
    fileSystem: z.string().meta({ description: 'As the system calls it.', examples: ['exFAT'] }),
    isReadOnly: z.boolean().describe('Nothing can be published to it.'),
    freeBytes: count.nullable().describe('Null: the system does not say.'),
    bundles: z
      .array(
        z.strictObject({
          path: z.string().describe('Absolute; to be given to POST /v1/received.'),
          name: z.string().describe('The same as seen from the drive.'),
        }),
      )
      .describe('What lies at its top and where Offprint publishes to, by its name. Nothing of it was read.'),
    error: z.string().nullable().describe('Why the drive could not be looked at.'),
  })
  .meta({ id: 'Drive', description: 'A drive that is plugged in.' });

export const driveList = z
  .strictObject({ drives: z.array(drive).describe('By where they are mounted.') })
  .meta({ id: 'DriveList', description: 'Drives that are plugged in.' });
