import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { OffprintError } from '../../errors.ts';

const texts = z.record(z.string(), z.array(z.string().min(1)));

/** Expectations for the files after a task. What the model said is not judged. */
const expectation = z.strictObject({
  noChange: z.boolean().optional().describe('The job must not change any files.'),
  contains: texts.optional().describe('Text that a file must contain.'),
  lacks: texts.optional().describe('Text that a file must not contain.'),
  only: z.array(z.string()).optional().describe('The only files that the job is allowed to change.'),
  created: z.array(z.string()).optional().describe('Files that the job must create.'),
  deleted: z.array(z.string()).optional().describe('Files that the job must delete.'),
  navigation: z
    .array(z.string())
    .optional()
    .describe('Pages that must appear exactly once in the navigation.'),
  notInNavigation: z.array(z.string()).optional().describe('Pages that must not be in the navigation.'),
  group: z.record(z.string(), z.string()).optional().describe('Navigation groups that pages must be in.'),
  order: z.array(z.string()).optional().describe('Pages that must appear in this order in the navigation.'),
  redirects: z
    .record(z.string(), z.string())
    .optional()
    .describe('Addresses that must redirect to other addresses.'),
  maxChangedLines: z
    .int()
    .min(0)
    .optional()
    .describe('Maximum number of lines added and removed across all files.'),
});
export type Expectation = Readonly<z.infer<typeof expectation>>;

const taskFile = z.strictObject({
  request: z.string().min(1).describe('The prompt.'),
  expect: expectation,
});

export type EvalTask = Readonly<{ name: string; request: string; expect: Expectation }>;

/**
 * Reads a folder with tasks. Every task starts with `site/`; the tasks are `tasks/*.json`.
 * @throws OffprintError `usage`
 */
export function readTasks(folder: string): { site: ReadonlyMap<string, Buffer>; tasks: readonly EvalTask[] } {
  const [siteFolder, taskFolder] = [path.join(folder, 'site'), path.join(folder, 'tasks')];
  if (!fs.existsSync(siteFolder) || !fs.existsSync(taskFolder)) {
    throw new OffprintError(
      'usage',
      `${folder} contains no tasks. It must contain a "site" folder and a "tasks" folder.`,
    );
  }
  const site = new Map<string, Buffer>();
  for (const entry of fs.readdirSync(siteFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    site.set(path.relative(siteFolder, file).split(path.sep).join('/'), fs.readFileSync(file));
  }
  const names = fs
    .readdirSync(taskFolder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const tasks = names.map((name): EvalTask => {
    const parsed = taskFile.safeParse(readJson(path.join(taskFolder, name)));
    if (parsed.success) return { name: name.replace(/\.json$/, ''), ...parsed.data };
    const [issue] = parsed.error.issues;
    throw new OffprintError(
      'usage',
      `The task ${name} is not valid: ${issue?.path.join('.')}: ${issue?.message}`,
    );
  });
  if (tasks.length === 0) throw new OffprintError('usage', `${taskFolder} contains no tasks (*.json).`);
  return { site, tasks };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new OffprintError('usage', `${file} is not valid JSON: ${String(error)}`, error);
  }
}
