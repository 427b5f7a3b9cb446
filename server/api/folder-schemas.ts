import { z } from 'zod';

const isSite = z.boolean().describe('Whether the folder contains an `index.html` file.');
const place = z.string().meta({ description: 'Absolute path.', examples: ['/srv/docs/site'] });

export const folderQuery = z.strictObject({
  path: z
    .string()
    .max(4096)
    .optional()
    .meta({
      description:
        'Absolute path. Default: the home folder of the user running the server; for API keys, the first folder in `directoryRoots`.',
      examples: ['/srv/docs'],
    }),
});

export const folderListing = z
  .strictObject({
    path: place,
    parent: z
      .string()
      .nullable()
      .meta({ description: 'The parent folder; null at the top.', examples: ['/srv'] }),
    isSite,
    folders: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: 'Name of the folder.', examples: ['site'] }),
          path: place,
          isSite,
        }),
      )
      .describe('Subfolders, sorted by name, up to 1,000. Hidden folders are left out.'),
    isCut: z
      .boolean()
      .meta({ description: 'Whether there are more subfolders than the list contains.', examples: [false] }),
  })
  .meta({ id: 'FolderListing', description: 'A folder on the computer that runs the server.' });
