import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** Runs what files of CI systems have between their lines, as those systems would: their own text, step by step. */

export type Step = Readonly<{
  name: string;
  run: string;
  env: Readonly<Record<string, string>>;
  id?: string;
}>;
export type Ended = Readonly<{ code: number | null; said: string }>;

type Variables = Readonly<Record<string, string>>;

/** The steps of a GitLab file, in the order of its stages. `variables` stand for those that GitLab has. */
export function gitlabSteps(text: string): Step[] {
  type Job = Readonly<{ stage: string; script: readonly string[] }>;
  const { stages, variables, ...rest } = parse(text) as { stages: string[]; variables: Variables };
  const jobs = Object.entries(rest as Record<string, Partial<Job>>).filter(([, { script }]) => script);
  return stages.flatMap((stage) =>
    jobs
      .filter(([, job]) => job.stage === stage)
      .map(([name, { script = [] }]) => ({ name, run: script.join('\n'), env: variables })),
  );
}

/** The steps of a workflow of Gitea or GitHub with one job. */
export function workflowSteps(text: string): Step[] {
  type Given = Readonly<{ id?: string; name: string; run?: string; env?: Variables }>;
  const { env = {}, jobs } = parse(text) as { env?: Variables; jobs: Record<string, { steps: Given[] }> };
  const [job, ...others] = Object.values(jobs);
  if (!job || others.length > 0) throw new Error('The workflow has not exactly one job.');
  return job.steps.map(({ id, name, run, env: own = {} }) => {
    if (run === undefined) throw new Error(`The step ${name} runs nothing.`);
    return { name, run, env: { ...env, ...own }, ...(id !== undefined && { id }) };
  });
}

/** The steps of a declarative Jenkinsfile: `sh` with its environment, that of the pipeline and that of its stage. */
export function jenkinsSteps(text: string, credentials: Variables): Step[] {
  const [head = '', ...stages] = text.split(/(?=\bstage\()/);
  const environment = (part: string): Variables => {
    const block = /environment \{([^}]*)\}/.exec(part)?.[1] ?? '';
    return Object.fromEntries(
      [...block.matchAll(/(\w+) = (?:'([^']*)'|credentials\('([^']*)'\))/g)].map(
        ([, name = '', value, secret]) => [name, value ?? known(credentials, secret ?? '')],
      ),
    );
  };
  return stages.map((stage) => {
    const name = /stage\('([^']*)'\)/.exec(stage)?.[1] ?? '';
    const run = /\bsh '([^']*)'/.exec(stage)?.[1];
    if (run === undefined) throw new Error(`The stage ${name} runs nothing.`);
    return { name, run, env: { ...environment(head), ...environment(stage) } };
  });
}

/**
 * Runs steps one after the other until one fails.
 * @param env of the test: it comes last, as the settings of a project do
 * @param expressions what `${{ … }}` stands for; outputs of steps are added
 */
export async function runSteps(
  steps: readonly Step[],
  folder: string,
  env: Variables,
  expressions: Variables = {},
): Promise<Ended> {
  const all: Record<string, string> = { ...expressions };
  const output = path.join(folder, '.github-output');
  let said = '';
  for (const step of steps) {
    const filled = (text: string): string =>
      text.replaceAll(/\$\{\{ *([\w.]+) *\}\}/g, (_, name: string) => known(all, name));
    const own = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, filled(text)]));
    fs.writeFileSync(output, '');
    const ended = await shell(filled(step.run), folder, { ...own, GITHUB_OUTPUT: output, ...env });
    said += ended.said;
    if (ended.code !== 0) return { code: ended.code, said };
    for (const [, name, value = ''] of fs.readFileSync(output, 'utf8').matchAll(/^(\w+)=(.*)$/gm)) {
      all[`steps.${step.id}.outputs.${name}`] = value;
    }
  }
  return { code: 0, said };
}

/** All of them run steps with `-e`. */
export function shell(run: string, folder: string, env: Variables): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-e', '-c', run], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}

function known(values: Variables, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`Nothing is called ${name}.`);
  return value;
}
