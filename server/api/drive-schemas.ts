import { z } from 'zod';
import { count } from './schemas.ts';

export const drive = z
  .strictObject({
    mount: z.string().meta({ description: 'Where the drive is mounted.', examples: ['/media/ann/DOCS'] }),
    label: z.string().meta({
      description: "The drive's label; empty if it has none, or if the system does not report it.",
      examples: ['DOCS'],
    }),
    fileSystem: z
      .string()
      .meta({ description: 'File system, as named by the operating system.', examples: ['exFAT'] }),
    isReadOnly: z
      .boolean()
      .describe('Whether the drive is read-only. If so, nothing can be published to it.'),
    freeBytes: count.nullable().describe('Free space in bytes; null if the system does not report it.'),
    bundles: z
      .array(
        z.strictObject({
          path: z.string().describe('Absolute path, to use with POST /v1/received.'),
          name: z.string().describe('The same path, relative to the drive.'),
        }),
      )
      .describe(
        'Bundles recognized by file name at the top level of the drive and in the folders that Offprint publishes to. Their content was not read.',
      ),
    error: z.string().nullable().describe('Why the drive could not be read.'),
  })
  .meta({ id: 'Drive', description: 'A connected drive.' });

export const driveList = z
  .strictObject({ drives: z.array(drive).describe('Sorted by mount point.') })
  .meta({ id: 'DriveList', description: 'Connected drives.' });
