import type { z } from 'zod';
import { refusedSwitches } from '../../exports/features/feature-policy.ts';
import { isDocsJsonFolder } from '../../exports/origin/docs-json-detection.ts';
import { madeDocsJsonSite } from '../../exports/origin/docs-json-findings.ts';
import { exportSettings } from '../../exports/settings/settings.ts';
import { findLastCompletedOf } from '../../store/exports.ts';
import { findProject, listProjects, nameOfPlace, type Origin, type Project } from '../../store/projects.ts';
import { findTarget } from '../../store/targets.ts';
import { ApiError } from '../api-error.ts';
import { mayDo } from '../authorize.ts';
import { callerName } from '../caller-name.ts';
import { type Caller, type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { reachableOrigin } from '../origin-restrictions.ts';
import { requireLinks } from '../presigned-bundle-link.ts';
import * as schemas from '../schemas.ts';
import { requireScopeForSecrets } from '../secret-files-scope.ts';
import type { Services } from '../services.ts';
import { validated } from '../validate.ts';

const PROJECTS = '/v1/projects';
const tag = 'Projects';
const project = { description: 'The project.', schema: schemas.project };
const taken = refusal('Another project already uses one of these domains or this origin.');

/** Returns the endpoints for projects: sites with their domains, origins and settings. */
export function projectEndpoints({ host, settings }: Services): Endpoint[] {
  const required = (id: string): Project => {
    const found = findProject(host.store(), id);
    if (found?.id !== id) {
      throw new ApiError(
        404,
        `There is no project ${JSON.stringify(id.slice(0, 60)).slice(1, -1)}. GET ${PROJECTS} lists all projects.`,
      );
    }
    return found;
  };

  const bodyOf = (found: Project) => projectBody(found, docsJsonOf(found));

  /** Does not read the branch of a repository: the last export shows whether it had a docs.json. */
  const docsJsonOf = ({ id, origin }: Project): boolean | null => {
    if (origin.kind === 'url') return false;
    if (origin.render !== undefined) return origin.render === 'docs-json';
    if (origin.kind === 'directory') return isDocsJsonFolder(origin.folder);
    const jobId = findLastCompletedOf(host.store(), id);
    return jobId === undefined ? null : madeDocsJsonSite(host.dataFolder, jobId);
  };

  const originOf = (origin: Origin, caller: Caller) => ({
    origin: reachableOrigin(origin, caller, { ...settings(), dataFolder: host.dataFolder }),
    originSetBy: caller.isOwner ? ('owner' as const) : ('key' as const),
  });

  /** @param known the project's current targets: one may have been removed meanwhile. @throws ApiError 400 */
  const requireTargets = (targetIds: readonly string[] = [], known: readonly string[] = []): void => {
    const absent = targetIds.find((id) => !known.includes(id) && !findTarget(host.store(), id));
    if (absent === undefined) return;
    throw new ApiError(
      400,
      `The publishTo field refers to the target ${JSON.stringify(absent.slice(0, 60)).slice(1, -1)}, which does not exist. GET /v1/targets lists all targets.`,
    );
  };

  /** @param known the project's current target: it may have been removed meanwhile. @throws ApiError 400 */
  const requireLinkTarget = (id: string | null | undefined, known: string | null): void => {
    if (!id || id === known) return;
    const found = findTarget(host.store(), id);
    if (found) requireLinks(found);
    else {
      throw new ApiError(
        400,
        `The linkTarget field refers to the target ${JSON.stringify(id.slice(0, 60)).slice(1, -1)}, which does not exist. GET /v1/targets lists all targets.`,
      );
    }
  };

  return [
    endpoint({
      method: 'GET',
      path: PROJECTS,
      operationId: 'listProjects',
      tag,
      summary: 'List projects',
      description: 'All projects, sorted by name.',
      scope: 'read',
      responses: { 200: { description: 'All projects.', schema: schemas.projectList } },
      handle: () => ({ status: 200, body: { projects: listProjects(host.store()).map(bodyOf) } }),
    }),
    endpoint({
      method: 'POST',
      path: PROJECTS,
      operationId: 'createProject',
      tag,
      summary: 'Create a project',
      description:
        'Its origin must be allowed by the `directoryRoots` or `originHosts` setting, which limits what API keys can make this server read. The project is kept until it is deleted, even if its exports fail, because the client may still need its ID. The app and `offprint export` create a project as part of an export and remove it if that export reads nothing.',
      scope: 'admin',
      body: schemas.newProject,
      idempotency: 'atomic',
      responses: {
        201: {
          ...project,
          description: 'The new project.',
          headers: { Location: 'The URL path of the project.' },
        },
        403: refusal('The key lacks the required scope or is not allowed to use this origin.'),
        409: taken,
      },
      handle: async ({ body, caller, once }) => {
        checkFeatures(body.deploymentType, body.features);
        validated(exportSettings, body.settings, 'field');
        requireTargets(body.publishTo);
        requireLinkTarget(body.linkTarget, null);
        const by = callerName(host.store(), caller.id);
        const named = {
          name: body.name ?? nameOfPlace(body.origin),
          isNamedByTitle: body.name === undefined,
        };
        const args = [
          { ...body, ...named, ...originOf(body.origin, caller), settings: body.settings },
          by,
        ] as const;
        const made = once
          ? ((await host.command('once', once, 201, 'createProject', args)) as Project)
          : await host.command('createProject', ...args);
        return { status: 201, body: bodyOf(made), headers: { location: `${PROJECTS}/${made.id}` } };
      },
    }),
    endpoint({
      method: 'GET',
      path: `${PROJECTS}/:projectId`,
      operationId: 'getProject',
      tag,
      summary: 'Get a project',
      description: 'Includes its export settings.',
      scope: 'read',
      params: schemas.projectParams,
      responses: { 200: project },
      handle: ({ params }) => ({ status: 200, body: bodyOf(required(params.projectId)) }),
    }),
    endpoint({
      method: 'PATCH',
      path: `${PROJECTS}/:projectId`,
      operationId: 'updateProject',
      tag,
      summary: 'Change a project',
      description:
        'Changes only the fields that are sent. Changing the origin or domains, or turning on `includeSecrets`, requires the admin scope. Jobs that have already started keep their settings.',
      scope: 'write',
      params: schemas.projectParams,
      body: schemas.projectChange,
      responses: {
        200: project,
        403: refusal('The key lacks the required scope or is not allowed to use this origin.'),
        409: taken,
      },
      handle: async ({ params, body, caller }) => {
        const found = required(params.projectId);
        if ((body.origin || body.domains) && !mayDo(caller, 'admin')) {
          throw new ApiError(
            403,
            "Changing a project's origin or domains requires a key with the admin scope.",
          );
        }
        requireScopeForSecrets(caller, body.settings, found.settings);
        checkFeatures(body.deploymentType ?? found.deploymentType, body.features ?? found.features);
        if (body.settings) validated(exportSettings, body.settings, 'field');
        requireTargets(body.publishTo, found.publishTo);
        requireLinkTarget(body.linkTarget, found.linkTarget);
        const change = {
          ...(body.name !== undefined && { name: body.name }),
          ...(body.domains && { domains: body.domains }),
          ...(body.origin && originOf(body.origin, caller)),
          ...(body.deploymentType && { deploymentType: body.deploymentType }),
          ...(body.features && { features: body.features }),
          ...(body.settings && { settings: body.settings }),
          ...(body.publishTo && { publishTo: body.publishTo }),
          ...(body.linkTarget !== undefined && { linkTarget: body.linkTarget }),
        };
        const by = callerName(host.store(), caller.id);
        return { status: 200, body: bodyOf(await host.command('updateProject', found.id, change, by)) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${PROJECTS}/:projectId`,
      operationId: 'deleteProject',
      tag,
      summary: 'Delete a project and its jobs and bundles',
      description:
        "The site itself is not affected. The request is refused while one of the project's exports is running.",
      scope: 'admin',
      params: schemas.projectParams,
      responses: {
        204: { description: 'Deleted.' },
        409: refusal("One of the project's exports is running."),
      },
      handle: async ({ params }) => {
        await host.command('deleteProject', required(params.projectId).id);
        return { status: 204 };
      },
    }),
  ];
}

function projectBody(
  { id, originSetBy: _, ...rest }: Project,
  docsJson: boolean | null,
): z.infer<typeof schemas.project> {
  return { projectId: id, ...rest, docsJson, domains: [...rest.domains], publishTo: [...rest.publishTo] };
}

function checkFeatures(type: Project['deploymentType'], features: Project['features']): void {
  const [refused] = refusedSwitches(type, features);
  if (refused) throw new ApiError(400, refused);
}
