import fs from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { closedBecause, realPath } from '../../exports/origin/folder-limits.ts';
import { openTarget } from '../../publications/open-target.ts';
import { placeOfTarget } from '../../publications/target-place.ts';
import {
  forgetTargetSecrets,
  putTargetSecrets,
  secretFieldsOf,
  targetSecretsOf,
} from '../../publications/target-secrets.ts';
import type { TargetSettings } from '../../publications/target-settings.ts';
import { stateOfTarget, type TargetState, tryTarget } from '../../publications/test-target.ts';
import { listTargets, newTargetId, type PublishingTarget, requireTarget } from '../../store/targets.ts';
import { ApiError } from '../api-error.ts';
import { callerName } from '../caller-name.ts';
import { type Caller, type Endpoint, endpoint, refusal } from '../endpoint.ts';
import * as schemas from '../publication-schemas.ts';
import type { Services } from '../services.ts';

const TARGETS = '/v1/targets';
const tag = 'Publications';

/** Timeout for a target while a caller waits. */
const LOOK_MS = 60_000;

const TARGET_FAULTS = {
  409: refusal('The target denies access (credentials, permissions or certificate) or has no space left.'),
  502: refusal('The target is not responding.'),
};

/** Returns the endpoints for publishing targets. */
export function targetEndpoints({ host, secrets, settings, log }: Services): Endpoint[] {
  const body = (target: PublishingTarget): z.infer<typeof schemas.target> => {
    const { id, ...facts } = target;
    const place = placeOfTarget(target.settings);
    return { targetId: id, place, secrets: secretFieldsOf(secrets, id), ...facts };
  };
  const looked = async (
    id: string,
    look: (target: Awaited<ReturnType<typeof openTarget>>) => Promise<TargetState>,
  ): Promise<z.infer<typeof schemas.targetState>> => {
    const found = requireTarget(host.store(), id);
    const signal = AbortSignal.timeout(LOOK_MS);
    const target = await openTarget(found.settings, await targetSecretsOf(secrets, id), signal);
    try {
      const { capabilities, current, releases } = await look(target);
      return { targetId: id, current, capabilities, releases: releases.map(releaseBody) };
    } finally {
      await target.close();
    }
  };

  return [
    endpoint({
      method: 'GET',
      path: TARGETS,
      operationId: 'listTargets',
      tag,
      summary: 'List targets',
      description: 'Targets are places where bundles are published. Their secrets are not returned.',
      scope: 'read',
      responses: { 200: { description: 'The targets.', schema: schemas.targetList } },
      handle: () => ({ status: 200, body: { targets: listTargets(host.store()).map(body) } }),
    }),
    endpoint({
      method: 'POST',
      path: TARGETS,
      operationId: 'createTarget',
      tag,
      summary: 'Add a target',
      description:
        'Nothing is written to the target yet. Test it with POST …/test. API keys can only add targets allowed by `targetRoots` and `targetHosts`.',
      scope: 'admin',
      body: schemas.newTarget,
      idempotency: 'refused',
      responses: {
        201: { description: 'The target.', schema: schemas.target },
        403: refusal('The key lacks the required scope or is not allowed to use this location.'),
        409: refusal('The name is taken, or secrets are kept in memory only.'),
      },
      handle: async ({ body: { secrets: given = {}, ...target }, caller }) => {
        requireWritable(target.settings, caller);
        const id = newTargetId();
        const by = callerName(host.store(), caller.id);
        const made = await host.command('createTarget', target, by, id);
        try {
          await putTargetSecrets(secrets, id, given);
        } catch (error) {
          await host.command('removeTarget', id, by);
          throw error;
        }
        log(`target ${made.name} (${placeOfTarget(made.settings)}) added by ${caller.id}`);
        return { status: 201, body: body(made) };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${TARGETS}/:targetId`,
      operationId: 'getTarget',
      tag,
      summary: 'Get a target',
      description: "Returns the target's configuration. To check whether the target works, use POST …/test.",
      scope: 'read',
      params: schemas.targetParams,
      responses: { 200: { description: 'The target.', schema: schemas.target } },
      handle: ({ params: { targetId } }) => ({
        status: 200,
        body: body(requireTarget(host.store(), targetId)),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: `${TARGETS}/:targetId`,
      operationId: 'updateTarget',
      tag,
      summary: 'Change a target',
      description:
        "A target's location cannot be changed. Add another target instead. `hostKey` is only for SFTP servers.",
      scope: 'admin',
      params: schemas.targetParams,
      body: schemas.targetChange,
      idempotency: 'refused',
      responses: {
        200: { description: 'The target.', schema: schemas.target },
        409: refusal('The name is taken, or secrets are kept in memory only.'),
      },
      handle: async ({ params: { targetId }, body: { secrets: given = {}, ...change }, caller }) => {
        requireTarget(host.store(), targetId);
        await putTargetSecrets(secrets, targetId, given);
        const by = callerName(host.store(), caller.id);
        return { status: 200, body: body(await host.command('updateTarget', targetId, change, by)) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${TARGETS}/:targetId`,
      operationId: 'removeTarget',
      tag,
      summary: 'Remove a target',
      description: 'The files on the target are not deleted, and its history is kept on this server.',
      scope: 'admin',
      params: schemas.targetParams,
      responses: {
        204: { description: 'Removed.' },
        409: refusal('A publication to this target is in progress.'),
      },
      handle: async ({ params: { targetId }, caller }) => {
        const { name } = requireTarget(host.store(), targetId);
        await host.command('removeTarget', targetId, callerName(host.store(), caller.id));
        await forgetTargetSecrets(secrets, targetId);
        log(`target ${name} removed by ${caller.id}`);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${TARGETS}/:targetId/state`,
      operationId: 'getTargetState',
      tag,
      summary: 'Check a target',
      description:
        'Lists the versions on the target and shows which one readers see. The check leaves no files on the target.',
      scope: 'read',
      params: schemas.targetParams,
      responses: { 200: { description: 'What was found.', schema: schemas.targetState }, ...TARGET_FAULTS },
      handle: async ({ params: { targetId } }) => ({
        status: 200,
        body: await looked(targetId, stateOfTarget),
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${TARGETS}/:targetId/test`,
      operationId: 'testTarget',
      tag,
      summary: 'Test a target',
      description: 'Writes a small file, reads it back and removes it.',
      scope: 'write',
      params: schemas.targetParams,
      responses: { 200: { description: 'The target works.', schema: schemas.targetState }, ...TARGET_FAULTS },
      handle: async ({ params: { targetId } }) => ({ status: 200, body: await looked(targetId, tryTarget) }),
    }),
  ];

  /** @throws ApiError 400, 403 */
  function requireWritable(target: TargetSettings, caller: Caller): void {
    const { targetRoots } = settings();
    switch (target.kind) {
      case 'folder':
        requireWritableFolder(target.path, caller.isOwner ? null : targetRoots);
        break;
      case 'webdav':
      case 'sftp':
        requireTargetHost(new URL(target.url), caller);
        break;
      case 's3':
        requireTargetHost(new URL(target.endpoint), caller);
        break;
      case 'drive':
        // A person at the computer can see which drive it is.
        if (!caller.isOwner) throw new ApiError(403, 'Only the owner of the data folder can add a drive.');
        break;
    }
  }

  function requireTargetHost({ host: named, hostname }: URL, caller: Caller): void {
    const { targetHosts } = settings();
    if (caller.isOwner || targetHosts.includes(named) || targetHosts.includes(hostname)) return;
    throw new ApiError(
      403,
      `The host ${named} is not allowed by the targetHosts setting. The operator can add it with: offprint settings set targetHosts ${hostname}`,
    );
  }

  function requireWritableFolder(folder: string, roots: readonly string[] | null): void {
    if (!path.isAbsolute(folder)) throw new ApiError(400, 'Use an absolute path for the target folder.');
    const real = realPath(folder);
    // Only those who may write to a folder learn whether it exists.
    const isOpen = real !== undefined && !closedBecause(real, { dataFolder: host.dataFolder, roots });
    if (roots && !isOpen) {
      throw new ApiError(
        403,
        'This folder is not allowed by the targetRoots setting. The operator can add it with: offprint settings set targetRoots <folder>',
      );
    }
    if (real === undefined || !fs.statSync(real).isDirectory())
      throw new ApiError(400, `The folder ${folder} does not exist. Create it first.`);
    if (!isOpen)
      throw new ApiError(400, `${folder} is inside Offprint's data folder. Choose another folder.`);
  }
}

function releaseBody({ format: _, formatVersion: __, files, ...facts }: TargetState['releases'][number]) {
  return {
    ...facts,
    fileCount: files.length,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}
