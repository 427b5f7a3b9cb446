import { z } from 'zod';
import { branchName } from '../../agents/workspace/git-arguments.ts';
import { parseRemote } from '../../agents/workspace/remote.ts';

/** How files become pages. By default, this depends on whether there is a docs.json or mint.json and no index.html. */
export const renderOfOrigin = z
  .enum(['docs-json', 'files'])
  .optional()
  .meta({
    description:
      'How the files become pages: `docs-json` builds the site described by a docs.json or mint.json; `files` uses the files as they are. Default: `docs-json` if the folder contains a docs.json or mint.json but no index.html; otherwise, `files`.',
    examples: ['docs-json'],
  });

/** Folder with files to use in place of network addresses. */
export const suppliedOfOrigin = z
  .string()
  .min(1)
  .max(2000)
  .optional()
  .meta({
    description:
      'With a docs.json: absolute path of a folder whose files are used in place of network addresses, such as `api.example.com/openapi.json`. Icons are read from `icons/<style>/<name>.svg`.',
    examples: ['/srv/docs/supplied'],
  });

/** A branch of a repository: its files as they are, or the output of the operator's build command. */
export const repositoryOrigin = z.strictObject({
  kind: z.literal('repository').describe('A branch of a git repository.'),
  repository: z
    .string()
    .min(1)
    .max(2000)
    .refine(isRemote, {
      error: 'must be an http, https, ssh or file address without a password, or an absolute path',
    })
    .meta({
      description: 'Address of the repository, or the absolute path of a folder that contains one.',
      examples: ['https://git.example.com/docs/site.git'],
    }),
  ref: z
    .string()
    .refine((text) => branchName(text) !== null, { error: 'is not a valid branch name' })
    .meta({ description: 'Branch to export.', examples: ['main'] }),
  folder: z
    .string()
    .max(500)
    .regex(
      /^(?!\/)(?!.*\/$)(?!.*(^|\/)\.\.?(\/|$)).*$/,
      'must be a folder path that does not start or end with a slash',
    )
    .optional()
    .meta({
      description: 'Folder in the repository that contains the built site. Default: the whole repository.',
      examples: ['build'],
    }),
  build: z
    .string()
    .min(1)
    .max(4000)
    .optional()
    .meta({
      description:
        'Shell command that builds the site. It runs on a temporary copy, in a sandbox without network access. Only the operator can set it.',
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
