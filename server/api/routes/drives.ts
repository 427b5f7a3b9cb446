import path from 'node:path';
import { closedBecause } from '../../exports/origin/folder-limits.ts';
import { listDrives } from '../../publications/targets/find-drive.ts';
import { bundlesOnDrives, type DriveWithBundles } from '../../received/bundles-on-drives.ts';
import { driveList } from '../drive-schemas.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** Returns the endpoints for drives plugged into the server's computer. */
export function driveEndpoints({ host, settings }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/v1/drives',
      operationId: 'listDrives',
      tag: 'Received',
      summary: 'List connected drives',
      description:
        'Lists each drive with its free space (for publishing) and the bundles on it that can be received. Network shares and system drives are not listed. API keys can see only drives within `directoryRoots`.',
      scope: 'read',
      responses: { 200: { description: 'The drives.', schema: driveList } },
      handle: async ({ caller }) => {
        const limits = {
          dataFolder: host.dataFolder,
          roots: caller.isOwner ? null : settings().directoryRoots,
        };
        const drives = (await listDrives()).filter(
          ({ isRemovable, mount }) => isRemovable && closedBecause(mount, limits) === undefined,
        );
        drives.sort((a, b) => (a.mount < b.mount ? -1 : 1));
        return { status: 200, body: { drives: bundlesOnDrives(drives).map(driveBody) } };
      },
    }),
  ];
}

function driveBody({ drive, bundles, error }: DriveWithBundles) {
  const { mount, label, isReadOnly, freeBytes, limits } = drive;
  return {
    mount,
    label,
    fileSystem: limits.name,
    isReadOnly,
    freeBytes,
    bundles: bundles.map((file) => ({
      path: file,
      name: path.relative(mount, file).replaceAll(path.sep, '/') || path.basename(file),
    })),
    error,
  };
}
