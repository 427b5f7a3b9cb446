import { Command, Option } from 'commander';
import { OffprintError } from '../errors.ts';
import {
  type DeploymentType,
  deploymentTypes,
  type Feature,
  features,
  refusedSwitches,
} from '../exports/features/policy.ts';
import type { ExportSettingsInput } from '../exports/settings.ts';
import { openHost } from '../host.ts';
import type { Store } from '../store/database.ts';
import { listJobs } from '../store/exports.ts';
import { findProject, listProjects, type Project, type ProjectChange } from '../store/projects.ts';
import { dataFolderOf } from './data-folder.ts';
import { checkedDomain, parsedSettings } from './export.ts';
import { addSettingOptions, type CommonOptions, offprintCommand, settingsAmong } from './options.ts';
import { readStore } from './read-store.ts';
import { outputFor } from './terminal.ts';

type SetOptions = CommonOptions &
  Readonly<{
    name?: string;
    domain?: string[];
    deployment?: DeploymentType;
    on?: Feature[];
    off?: Feature[];
  }>;

export function projectsCommand(): Command {
  const list = offprintCommand('list')
    .description('List projects.')
    .action((options: CommonOptions) => {
      const output = outputFor(options.json === true);
      readStore(options, (store) => {
        const projects = listProjects(store);
        output.result(projects);
        if (projects.length === 0)
          output.line('No projects yet. Exporting a folder makes one: offprint export <folder>');
        for (const project of projects) output.line(projectLine(project));
      });
    });

  const show = offprintCommand('show')
    .description('Show one project and its last exports.')
    .argument('<project>', 'id, domain or name')
    .action((reference: string, options: CommonOptions) => {
      const output = outputFor(options.json === true);
      readStore(options, (store) => {
        const project = requireProject(store, reference);
        const jobs = listJobs(store, { projectId: project.id, limit: 10 });
        output.result({ ...project, jobs });
        output.line(projectLine(project));
        output.line(`Domains     ${project.domains.join(', ')}`);
        output.line(`Deployment  ${project.deploymentType} ${JSON.stringify(project.features)}`);
        output.line(`Settings    ${JSON.stringify(project.settings)}`);
        for (const job of jobs) output.line(`${job.id}  ${job.status}  ${job.createdAt}`);
      });
    });

  const set = offprintCommand('set')
    .description('Change a project.')
    .argument('<project>', 'id, domain or name')
    .option('--name <name>', 'name')
    .option('--domain <domain...>', 'host names of the site; the first is the one that bundles carry')
    .addOption(new Option('--deployment <type>', 'where its bundles are used').choices([...deploymentTypes]))
    .addOption(new Option('--on <feature...>', 'configurable features to keep').choices([...features]))
    .addOption(new Option('--off <feature...>', 'configurable features to remove').choices([...features]));
  addSettingOptions(set);
  set.action(async (reference: string, options: SetOptions) => {
    const output = outputFor(options.json === true);
    const host = await openHost(dataFolderOf(options.data));
    try {
      const project = requireProject(host.store(), reference);
      const changed = await host.command('updateProject', project.id, changeOf(project, options));
      output.result(changed);
      output.line(projectLine(changed));
    } finally {
      await host.close();
    }
  });

  const remove = offprintCommand('delete')
    .description('Delete a project with its jobs, bundles and reports. The site itself is not touched.')
    .argument('<project>', 'id, domain or name')
    .action(async (reference: string, options: CommonOptions) => {
      const output = outputFor(options.json === true);
      const host = await openHost(dataFolderOf(options.data));
      try {
        const project = requireProject(host.store(), reference);
        await host.command('deleteProject', project.id);
        output.result({ deleted: project.id });
        output.line(`Deleted ${project.name} (${project.id}) with its jobs.`);
      } finally {
        await host.close();
      }
    });

  return new Command('projects')
    .summary('list, show, change and delete projects')
    .description('Projects of the data folder: a site with its domains, origin and settings.')
    .addCommand(list, { isDefault: true })
    .addCommand(show)
    .addCommand(set)
    .addCommand(remove);
}

function changeOf(project: Project, options: SetOptions): ProjectChange {
  const switches = { ...project.features };
  for (const feature of options.on ?? []) switches[feature] = true;
  for (const feature of options.off ?? []) switches[feature] = false;
  const deploymentType = options.deployment ?? project.deploymentType;
  const asked = Object.fromEntries(
    [...(options.on ?? []), ...(options.off ?? [])].map((feature) => [feature, true]),
  );
  const [refused] = refusedSwitches(deploymentType, asked);
  if (refused) throw new OffprintError('usage', refused);
  return {
    deploymentType,
    features: switches,
    settings: parsedDefaults({ ...project.settings, ...settingsAmong(options) }),
    ...(options.name !== undefined && { name: options.name }),
    ...(options.domain && { domains: options.domain.map(checkedDomain) }),
  };
}

/** Settings of a project that differ from the table's defaults. @throws OffprintError `usage` */
function parsedDefaults(settings: ExportSettingsInput): ExportSettingsInput {
  parsedSettings(settings);
  return settings;
}

function requireProject(store: Store, reference: string): Project {
  const project = findProject(store, reference);
  if (!project)
    throw new OffprintError(
      'not-found',
      `There is no project ${reference}. List them with: offprint projects`,
    );
  return project;
}

function projectLine(project: Project): string {
  return `${project.id}  ${project.domains[0] ?? ''}  ${project.deploymentType}  ${project.origin.folder}`;
}
