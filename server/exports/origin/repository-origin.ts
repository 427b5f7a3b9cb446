import { z } from 'zod';
import { branchName } from '../../agents/workspace/git-arguments.ts';
import { parseRemote } from '../../agents/workspace/remote.ts';

/** How files become pages; left out, a docs.json or mint.json without an index.html decides. */
export const renderOfOrigin = z
  .enum(['docs-json', 'files'])
  .optional()
  .meta({
    description:
      'How the files become pages: `docs-json` makes the site that a docs.json or mint.json describes, `files` takes them as they are. Left out: `docs-json` where there is one and no index.html.',
    examples: ['docs-json'],
  });

/** Files that stand in for addresses of the network. */
export const suppliedOfOrigin = z
  .string()
  .min(1)
  .max(2000)
  .optional()
  .meta({
    description:
      'For a docs.json: absolute folder with files that stand in for what only the network has, by address: `api.example.com/openapi.json`; icons as `icons/<style>/<name>.svg`.',
    examples: ['/srv/docs/supplied'],
  });

/** A branch of a repository: its files as they are, or what the operator's command makes of them. */
export const repositoryOrigin = z.strictObject({
  kind: z.literal('repository').describe('A branch of a repository of git.'),
  repository: z
    .string()
    .min(1)
    .max(2000)
    .refine(isRemote, {
      error: 'give an http, https, ssh or file address without a password, or an absolute folder',
    })
    .meta({
      description: 'Address of the repository, or an absolute folder with one.',
      examples: ['https://git.example.com/docs/site.git'],
    }),
  ref: z
    .string()
    .refine((text) => branchName(text) !== null, { error: 'is not a name of a branch' })
    .meta({ description: 'Branch that is exported.', examples: ['main'] }),
  folder: z
    .string()
    .max(500)
    .regex(/^(?!\/)(?!.*\/$)(?!.*(^|\/)\.\.?(\/|$)).*$/, 'give a folder without a slash at either end')
    .optional()
    .meta({
      description: 'Folder with the built site within it. Left out: the whole.',
      examples: ['build'],
    }),
  build: z
    .string()
    .min(1)
    .max(4000)
    .optional()
    .meta({
      description:
        'Command of the shell that builds the site, run in a throw-away copy in a sandbox without network. Only the operator sets it.',
      examples: ['npm run build'],
    }),
  render: renderOfOrigin,
  supplied: suppliedOfOrigin,
});

export type RepositoryOrigin = Readonly<z.infer<typeof repositoryOrigin>>;

function isRemote(text: string): boolean {
  try {
    parseRemote(text);
    return true;
  } catch {
    return false;
  }
}
