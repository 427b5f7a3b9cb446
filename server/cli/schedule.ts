import { Command, Option } from 'commander';
import { OffprintError } from '../errors.ts';
import { listProjects, projectPath, requireProject } from './find-project.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { printDetached, runJob } from './run-job.ts';
import { type Cell, formatTime, type Output, outputFor, plural } from './terminal.ts';
import type { Job, NewSchedule, Project, Schedule, ScheduleList } from './wire.ts';
import { withApi } from './with-api.ts';

const PROJECT = 'id, domain or name';
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export function scheduleCommand(): Command {
  return new Command('schedule')
    .summary('export projects on a schedule')
    .description('Exports that start automatically while a server is using the data folder (offprint serve).')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(setCommand())
    .addCommand(pausingCommand('pause', "Pause a project's schedule until you resume it."))
    .addCommand(pausingCommand('resume', "Resume a project's schedule, starting with its next run."))
    .addCommand(removeCommand())
    .addCommand(runCommand());
}

function listCommand(): Command {
  return apiCommand('list')
    .description('List the schedules.')
    .action((options: ApiOptions) =>
      withApi(options, 'read', async (api) => {
        const output = outputFor(options.json === true);
        const list = await api.request<ScheduleList>('GET', '/v1/schedules');
        output.result(list);
        if (list.schedules.length === 0) {
          output.line(
            'No project has a schedule. Set one with: offprint schedule set <project> --daily 02:30',
          );
          return;
        }
        const projects = await listProjects(api);
        const nameOf = (id: string): string => projects.find(({ projectId }) => projectId === id)?.name ?? id;
        output.table(
          ['PROJECT', 'CRON', 'TIME ZONE', 'NEXT RUN', 'LAST RUN', 'OUTCOME'],
          list.schedules.map((schedule) => row(schedule, nameOf(schedule.projectId))),
        );
      }),
    );
}

function row({ cron, timeZone, nextRuns, waitsFor, lastRun, isPaused }: Schedule, name: string): Cell[] {
  const next = isPaused
    ? 'paused'
    : waitsFor !== null
      ? `after ${waitsFor}`
      : formatTime(nextRuns[0] ?? null);
  return [name, cron, timeZone, next, formatTime(lastRun?.at ?? null), outcomeOf(lastRun)];
}

function outcomeOf(lastRun: Schedule['lastRun']): Cell {
  if (!lastRun) return '';
  const { status, error, due } = lastRun;
  const caughtUp = due > 1 ? `, covering ${plural(due, 'missed run')}` : '';
  if (error !== null) return { text: `${status ?? 'not started'}: ${error}${caughtUp}`, colour: 'red' };
  return `${status ?? 'deleted'}${caughtUp}`;
}

type SetOptions = ApiOptions &
  Readonly<{
    cron?: string;
    daily?: string;
    weekly?: string;
    hourly?: boolean;
    at?: string;
    timeZone?: string;
  }>;

function setCommand(): Command {
  return apiCommand('set')
    .description('Export a project on a schedule. Use --daily, --weekly, --hourly or --cron.')
    .argument('<project>', PROJECT)
    .option('--daily <time>', 'every day at this time, like 02:30')
    .addOption(new Option('--weekly <day>', 'weekly on this day, at the time set by --at').choices(WEEKDAYS))
    .option('--at <time>', 'time of day for --weekly, like 02:30')
    .option('--hourly', 'every hour')
    .option('--cron <expression>', 'five fields as in crontab, like "30 2 * * 1-5"')
    .option('--time-zone <name>', "time zone, like Europe/Berlin (default: the server's)")
    .action((given: string, options: SetOptions) =>
      withApi(options, 'change', async (api) => {
        const body: NewSchedule = {
          cron: cronOf(options),
          ...(options.timeZone !== undefined && { timeZone: options.timeZone }),
        };
        const project = await requireProject(api, given);
        const schedule = await api.request<Schedule>('POST', `${projectPath(project)}/schedule`, body);
        print(schedule, project, outputFor(options.json === true));
        if (api.local()?.isOwn) {
          outputFor(false).note(
            'No server is using this data folder. Scheduled exports start only while a server is running. Start one with: offprint serve',
          );
        }
      }),
    );
}

/** @throws OffprintError `usage` unless exactly one way is given */
function cronOf({ cron, daily, weekly, hourly, at }: SetOptions): string {
  const ways = [cron, daily, weekly, hourly].filter((way) => way !== undefined);
  if (ways.length !== 1 || (weekly === undefined) !== (at === undefined)) {
    throw new OffprintError(
      'usage',
      'Use one of these: --daily 02:30, --weekly mon --at 02:30, --hourly or --cron "30 2 * * *".',
    );
  }
  if (cron !== undefined) return cron;
  if (hourly) return '0 * * * *';
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(daily ?? at ?? '') ?? [];
  if (hours === undefined) {
    throw new OffprintError('usage', `${daily ?? at} is not a valid time of day. Use a time like 02:30.`);
  }
  const day = weekly === undefined ? '*' : WEEKDAYS.indexOf(weekly);
  return `${Number(minutes)} ${Number(hours)} * * ${day}`;
}

function print(schedule: Schedule, { name }: Project, output: Output): void {
  const { cron, timeZone, isPaused, nextRuns } = schedule;
  output.result(schedule);
  output.line(`Project   ${name}`);
  output.line(`When      ${cron} (${timeZone})`);
  output.line(
    isPaused
      ? 'The schedule is paused. To resume it: offprint schedule resume <project>'
      : `Next      ${nextRuns.map((run) => formatTime(run)).join(', ')} (local time)`,
  );
}

function pausingCommand(verb: 'pause' | 'resume', description: string): Command {
  return apiCommand(verb)
    .description(description)
    .argument('<project>', PROJECT)
    .action((given: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const project = await requireProject(api, given);
        const schedule = await api.request<Schedule>('POST', `${projectPath(project)}/schedule/${verb}`);
        print(schedule, project, outputFor(options.json === true));
      }),
    );
}

function removeCommand(): Command {
  return apiCommand('remove')
    .description("Remove a project's schedule.")
    .argument('<project>', PROJECT)
    .action((given: string, options: ApiOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const project = await requireProject(api, given);
        await api.request('DELETE', `${projectPath(project)}/schedule`);
        output.result({ removed: project.projectId });
        output.line(`${project.name} will no longer be exported automatically.`);
      }),
    );
}

function runCommand(): Command {
  return apiCommand('run')
    .description(
      'Start the scheduled export now and follow its progress. The next scheduled run is not affected.',
    )
    .argument('<project>', PROJECT)
    .option('--detach', 'do not wait for the export to finish')
    .action((given: string, options: ApiOptions & { detach?: boolean }) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        const project = await requireProject(api, given);
        const start = (): Promise<Job> => api.request<Job>('POST', `${projectPath(project)}/schedule/run`);
        if (!options.detach) return runJob(api, start, undefined, output);
        if (!api.local()?.isOwn) return printDetached(await start(), output);
        throw new OffprintError(
          'conflict',
          'No server is using this data folder, so the export would not run. Start a server with offprint serve, or omit --detach.',
        );
      }),
    );
}
