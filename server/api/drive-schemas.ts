import { z } from 'zod';
import { count } from './schemas.ts';

/** What the API tells about drives. */
export const drive = z
  .strictObject({
    mount: z.string().meta({ description: 'Where it is mounted.', examples: ['/media/ann/DOCS'] }),
    label: z.string().meta({
      description: 'Label of the drive; empty if it has none, or if the system does not report it.',
      examples: ['DOCS'],
    }),
    fileSystem: z
      .string()
      .meta({ description: 'File system, as named by the operating system.', examples: ['exFAT'] }),
    isReadOnly: z.boolean().describe('Nothing can be published to it.'),
    freeBytes: count.nullable().describe('Free space; null if the system does not report it.'),
    bundles: z
      .array(
        z.strictObject({
          path: z.string().describe('Absolute path, for POST /v1/received.'),
          name: z.string().describe('The same path, relative to the drive.'),
        }),
      )
      .describe(
        'Bundles at the top level of the drive and in the folders that Offprint publishes to, found by name. Their content was not read.',
      ),
    error: z.string().nullable().describe('Why the drive could not be read.'),
  })
  .meta({ id: 'Drive', description: 'A connected drive.' });

export const driveList = z
  .strictObject({ drives: z.array(drive).describe('Sorted by mount point.') })
  .meta({ id: 'DriveList', description: 'Connected drives.' });
