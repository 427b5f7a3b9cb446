import { z } from 'zod';

const isSite = z.boolean().describe('It holds an `index.html`.');
const place = z.string().meta({ description: 'Absolute.', examples: ['/srv/docs/site'] });

/** What the API tells about folders of the server's computer. */
export const folderQuery = z.object({
  path: z
    .string()
    .max(4096)
    .optional()
    .meta({
      description:
        'Absolute path. Left out: the home folder of the user that runs the server; for keys, the first of `directoryRoots`.',
      examples: ['/srv/docs'],
    }),
});

export const folderListing = z
  .strictObject({
    path: place,
    parent: z
      .string()
      .nullable()
      .meta({ description: 'The folder above; null at the top.', examples: ['/srv'] }),
    isSite,
    folders: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: 'Its name.', examples: ['site'] }),
          path: place,
          isSite,
        }),
      )
      .describe('The folders in it by name, at most 1,000. Hidden ones are left out.'),
    isCut: z.boolean().meta({ description: 'There are more than are listed.', examples: [false] }),
  })
  .meta({ id: 'FolderListing', description: "A folder of the server's computer." });
