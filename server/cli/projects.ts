import fs from 'node:fs';
import { Command, Option } from 'commander';
import { OffprintError } from '../errors.ts';
import {
  type DeploymentType,
  deploymentTypes,
  type Feature,
  features,
} from '../exports/features/feature-policy.ts';
import type { ExportSettingsInput } from '../exports/settings/settings.ts';
import { defaultDomain } from './default-domain.ts';
import { listProjects, placeOf, projectPath, requireProject } from './find-project.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { addOriginOptions, type OriginOptions, originChange, urlOriginOf } from './origin-options.ts';
import { checkedDomain, isAddress, parsedSettings, realFolder } from './project-options.ts';
import { projectRetentionCommand } from './project-retention.ts';
import { addSettingOptions, settingsAmong } from './setting-options.ts';
import { findTarget, listTargets } from './targets.ts';
import { type Cell, outputFor } from './terminal.ts';
import type { JobList, Project } from './wire.ts';
import { type Api, withApi } from './with-api.ts';

type ProjectOptions = ApiOptions &
  OriginOptions &
  Readonly<{
    ref?: string;
    siteFolder?: string;
    build?: string;
    supplied?: string;
    name?: string;
    domain?: string[];
    deployment?: DeploymentType;
    on?: Feature[];
    off?: Feature[];
    /** False: publish to no target any more. */
    publishTo?: string[] | false;
    /** False: use links of the server again. */
    linkTarget?: string | false;
  }>;

type SetOptions = ProjectOptions & Readonly<{ source?: string }>;

export function projectsCommand(): Command {
  return new Command('projects')
    .summary('list, show, create, change and delete projects')
    .description(
      'Projects in the data folder or on a server. A project is a site with its domains, origin and settings.',
    )
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(showCommand())
    .addCommand(createCommand())
    .addCommand(setCommand())
    .addCommand(projectRetentionCommand())
    .addCommand(deleteCommand());
}

function listCommand(): Command {
  return apiCommand('list')
    .description('List projects.')
    .action((options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const projects = await listProjects(api);
        output.result({ projects });
        if (projects.length === 0)
          output.line('No projects yet. To create one, export a site: offprint export <folder or address>');
        output.table(PROJECT_COLUMNS, projects.map(projectRow));
      }),
    );
}

function showCommand(): Command {
  return apiCommand('show')
    .description('Show a project and its latest exports.')
    .argument('<project>', 'id, domain or name')
    .action((reference: string, options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const project = await requireProject(api, reference);
        const query = new URLSearchParams({ projectId: project.projectId, limit: '10' });
        const { jobs } = await api.request<JobList>('GET', `/v1/static-export/jobs?${query}`);
        output.result({ ...project, jobs });
        output.line(`Project     ${project.name} (${project.projectId})`);
        output.line(`Domains     ${project.domains.join(', ')}`);
        output.line(`Origin      ${placeOf(project.origin)}`);
        output.line(`Deployment  ${[project.deploymentType, ...switchesOf(project)].join(', ')}`);
        for (const [name, value] of Object.entries(project.settings))
          output.line(`Setting     ${name} ${JSON.stringify(value)}`);
        const namesTargets = project.publishTo.length > 0 || project.linkTarget !== null;
        const targets = namesTargets ? await listTargets(api) : [];
        for (const id of project.publishTo) {
          const name = targets.find(({ targetId }) => targetId === id)?.name;
          output.line(`Publish to  ${name ?? `${id} (removed)`}`);
        }
        if (project.linkTarget !== null) {
          const name = targets.find(({ targetId }) => targetId === project.linkTarget)?.name;
          output.line(`Links from  ${name ?? `${project.linkTarget} (removed)`}`);
        }
        for (const job of jobs) output.line(`Export      ${job.jobId}  ${job.status}  ${job.createdAt}`);
      }),
    );
}

function createCommand(): Command {
  const create = withProjectOptions(
    apiCommand('create')
      .description(
        "Create a project for a folder or a live site. (offprint export also does this.) On a server, a folder must be listed in the directoryRoots setting or be inside a listed folder, and a live site's host must be listed in the originHosts setting.",
      )
      .argument(
        '<source>',
        "folder that contains the built site, or the live site's address; with --ref, a repository's address or folder",
      ),
  );
  return create.action((source: string, options: ProjectOptions) =>
    withApi(options, 'change', async (api) => {
      const output = outputFor(options.json === true);
      const settings = settingsAmong(options);
      parsedSettings(settings);
      const origin = originOf(api, source, options);
      const project = await api.request<Project>('POST', '/v1/projects', {
        ...(options.name !== undefined && { name: options.name }),
        origin,
        domains: options.domain?.map(checkedDomain) ?? [defaultDomain(await listProjects(api), origin)],
        ...(options.deployment && { deploymentType: options.deployment }),
        features: switched({}, options),
        settings,
        ...(await targetsOf(api, options)),
      });
      output.result(project);
      output.table(PROJECT_COLUMNS, [projectRow(project)]);
    }),
  );
}

/**
 * Returns the origin that a source and the options describe.
 * @param known origin so far; what the options do not name is taken from it. Of a live site, only for the same host: the
 *   credentials of one host must not be sent to another.
 * @throws OffprintError `usage`
 */
function originOf(
  api: Api,
  source: string,
  options: ProjectOptions,
  known?: Project['origin'],
): Project['origin'] {
  const { ref, siteFolder, build } = options;
  const supplied = options.supplied !== undefined && {
    supplied: api.local() ? realFolder(options.supplied) : options.supplied,
  };
  const repository = known?.kind === 'repository' ? known : undefined;
  const branch = ref ?? repository?.ref;
  if (branch !== undefined) {
    return {
      ...repository,
      kind: 'repository',
      repository: api.local() && fs.existsSync(source) ? realFolder(source) : source,
      ref: branch,
      ...(siteFolder !== undefined && { folder: siteFolder.replace(/^\/+|\/+$/g, '') }),
      ...(build !== undefined && { build }),
      ...supplied,
    };
  }
  if (build !== undefined || siteFolder !== undefined) {
    throw new OffprintError(
      'usage',
      '--build and --site-folder are only for repositories. Specify the branch with --ref.',
    );
  }
  if (isAddress(source)) {
    if (supplied) {
      throw new OffprintError('usage', '--supplied is only for folders and repositories. Omit it.');
    }
    const isSameHost = known?.kind === 'url' && hostOf(known.url) === hostOf(source);
    return urlOriginOf(source, options, isSameHost ? known : undefined);
  }
  const folder = api.local() ? realFolder(source) : source;
  return { ...(known?.kind === 'directory' && known), kind: 'directory', folder, ...supplied };
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}

/** Returns the changes that the options make to where a project's site comes from; empty without any. */
function originAfter(
  api: Api,
  known: Project['origin'],
  options: SetOptions,
): { origin?: Project['origin'] } {
  const { source, ref, siteFolder, build, supplied } = options;
  if ([source, ref, siteFolder, build, supplied].every((option) => option === undefined))
    return originChange(known, options);
  const origin = originOf(api, source ?? sourceOf(known), options, known);
  return { origin, ...originChange(origin, options) };
}

function sourceOf(origin: Project['origin']): string {
  return origin.kind === 'repository' ? origin.repository : placeOf(origin);
}

function setCommand(): Command {
  const set = withProjectOptions(
    apiCommand('set')
      .description(
        'Change a project. If a live site moves to another host, its headers, credentials and proxy are not carried over: specify them again.',
      )
      .argument('<project>', 'id, domain or name')
      .option(
        '--source <source>',
        "folder that contains the built site from now on, or the live site's address; for a repository, its address or folder",
      ),
  );
  return set.action((reference: string, options: SetOptions) =>
    withApi(options, 'change', async (api) => {
      const output = outputFor(options.json === true);
      const project = await requireProject(api, reference);
      const change = { ...changeOf(api, project, options), ...(await targetsOf(api, options)) };
      const changed = await api.request<Project>('PATCH', projectPath(project), change);
      output.result(changed);
      output.table(PROJECT_COLUMNS, [projectRow(changed)]);
    }),
  );
}

function deleteCommand(): Command {
  return apiCommand('delete')
    .description('Delete a project along with its jobs, bundles and reports. The site itself is not touched.')
    .argument('<project>', 'id, domain or name')
    .action((reference: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const project = await requireProject(api, reference);
        await api.request('DELETE', projectPath(project));
        output.result({ deleted: project.projectId });
        output.line(`Deleted ${project.name} (${project.projectId}) along with its jobs.`);
      }),
    );
}

function withProjectOptions(command: Command): Command {
  command
    .option('--name <name>', 'name')
    .option('--domain <domain...>', "the site's host names; bundles use the first one")
    .addOption(
      new Option('--deployment <type>', 'where the bundles will be read').choices([...deploymentTypes]),
    )
    .addOption(new Option('--on <feature...>', 'configurable features to keep').choices([...features]))
    .addOption(new Option('--off <feature...>', 'configurable features to remove').choices([...features]))
    .option('--publish-to <target...>', 'targets to publish every completed export to')
    .option('--no-publish-to', 'do not publish exports automatically')
    .option('--link-target <target>', 'object storage to use for bundle links')
    .option('--no-link-target', 'use links to the server instead of object storage');
  command
    .optionsGroup('Repositories:')
    .option('--ref <branch>', 'export this branch of a repository')
    .option('--site-folder <folder>', 'repository folder that contains the built site')
    .option('--build <command>', 'command that builds the site (without access to the network or secrets)')
    .option(
      '--supplied <folder>',
      'for a docs.json site: folder with local copies of files that the site refers to on other servers',
    );
  addOriginOptions(command);
  addSettingOptions(command);
  return command;
}

/** Returns only the changes that the options name. The server keeps the rest. */
function changeOf(api: Api, project: Project, options: SetOptions): Record<string, unknown> {
  const asked = settingsAmong(options);
  const settings: ExportSettingsInput = { ...project.settings, ...asked };
  parsedSettings(settings);
  return {
    ...(options.name !== undefined && { name: options.name }),
    ...(options.domain && { domains: options.domain.map(checkedDomain) }),
    ...originAfter(api, project.origin, options),
    ...(options.deployment && { deploymentType: options.deployment }),
    ...((options.on ?? options.off) && { features: switched(project.features, options) }),
    ...(Object.keys(asked).length > 0 && { settings }),
  };
}

/** @throws OffprintError `not-found` */
async function targetsOf(
  api: Api,
  { publishTo, linkTarget }: ProjectOptions,
): Promise<Readonly<{ publishTo?: readonly string[]; linkTarget?: string | null }>> {
  const idOf = async (given: string): Promise<string> => (await findTarget(api, given)).targetId;
  return {
    ...(publishTo !== undefined && { publishTo: await Promise.all((publishTo || []).map(idOf)) }),
    ...(linkTarget !== undefined && { linkTarget: linkTarget === false ? null : await idOf(linkTarget) }),
  };
}

function switched(switches: Project['features'], { on = [], off = [] }: ProjectOptions): Project['features'] {
  const all = { ...switches };
  for (const feature of on) all[feature] = true;
  for (const feature of off) all[feature] = false;
  return all;
}

function switchesOf({ features: switches }: Project): string[] {
  return Object.entries(switches).map(([feature, isOn]) => `${feature} ${isOn ? 'on' : 'off'}`);
}

const PROJECT_COLUMNS = ['PROJECT', 'NAME', 'DOMAIN', 'DEPLOYMENT', 'ORIGIN'];

function projectRow({ projectId, name, domains, deploymentType, origin }: Project): Cell[] {
  return [projectId, name, domains[0] ?? '', deploymentType, placeOf(origin)];
}
