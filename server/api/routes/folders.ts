import { listFolders } from '../../exports/origin/list-folders.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../folder-schemas.ts';
import type { Services } from '../services.ts';

/** Returns the endpoints for folders on the server's computer, for choosing an origin in a browser. */
export function folderEndpoints({ host, settings }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/v1/folders',
      operationId: 'listFolders',
      tag: 'Projects',
      summary: 'List the subfolders of a folder on the server',
      description:
        "Use this to choose a folder for a project's origin. API keys can see only folders within `directoryRoots`.",
      scope: 'write',
      query: schemas.folderQuery,
      responses: {
        200: { description: 'The folder.', schema: schemas.folderListing },
        409: refusal('The folder does not exist or cannot be read, or access to it is not allowed.'),
      },
      handle: async ({ query, caller }) => {
        const limits = {
          dataFolder: host.dataFolder,
          roots: caller.isOwner ? null : settings().directoryRoots,
        };
        return { status: 200, body: await listFolders(query.path, limits) };
      },
    }),
  ];
}
