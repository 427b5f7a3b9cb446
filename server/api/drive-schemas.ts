import { z } from 'zod';
import { count } from './schemas.ts';

/** What the API tells about drives. */
export const drive = z
  .strictObject({
    mount: z.string().meta({ description: 'Where it is mounted.', examples: ['/media/ann/DOCS'] }),
    label: z
      .string()
      .meta({ description: 'Empty if there is none, or the system does not report it.', examples: ['DOCS'] }),
    fileSystem: z.string().meta({ description: 'Name given by the system.', examples: ['exFAT'] }),
    isReadOnly: z.boolean().describe('Nothing can be published to it.'),
    freeBytes: count.nullable().describe('Null if the system does not report it.'),
    bundles: z
      .array(
        z.strictObject({
          path: z.string().describe('Absolute path, for POST /v1/received.'),
          name: z.string().describe('The same path, relative to the drive.'),
        }),
      )
      .describe(
        'Bundles at the top level and where Offprint publishes to, found by name. Their content was not read.',
      ),
    error: z.string().nullable().describe('Why the drive could not be read.'),
  })
  .meta({ id: 'Drive', description: 'A connected drive.' });

export const driveList = z
  .strictObject({ drives: z.array(drive).describe('Sorted by mount point.') })
  .meta({ id: 'DriveList', description: 'Connected drives.' });
