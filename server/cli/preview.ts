import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Finding } from '../docs-site/findings.ts';
import { asOffprintError, OffprintError } from '../errors.ts';
import { makePreview } from '../exports/origin/site-preview.ts';
import { shownSites } from '../shown-sites.ts';
import { dataFolderOf } from './data-folder.ts';
import { listProjects, projectNamed, projectPath } from './find-project.ts';
import { interruptible } from './interrupt.ts';
import { openInBrowser } from './open-browser.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { realFolder } from './project-options.ts';
import { type Output, outputFor, plural } from './terminal.ts';
import type { SitePreview } from './wire.ts';
import { withApi } from './with-api.ts';

type PreviewOptions = ApiOptions & Readonly<{ branch?: string; supplied?: string }>;

/** Changes come in bursts: a checkout, an editor that saves everything. */
const QUIET_MS = 150;
const LOOK_EVERY_MS = 10_000;
const FINDINGS_SHOWN = 20;

export function previewCommand(): Command {
  return apiCommand('preview')
    .summary('preview a docs.json site before you export it')
    .description(
      'Builds a site from a docs.json or mint.json file and serves it to browsers on this computer. The site is rebuilt whenever something changes, until you press Ctrl-C. The source can be a folder, or the folder or branch that a project exports.',
    )
    .argument('[source]', 'folder with a docs.json, or the id, domain or name of a project', '.')
    .option(
      '--supplied <folder>',
      'if the source is a folder: another folder, with local copies of files that the site refers to on other servers',
    )
    .option(
      '--branch <name>',
      "branch of the project's repository (default: the branch the project is exported from)",
    )
    .addHelpText(
      'after',
      '\nExamples:\n  offprint preview ./docs\n  offprint preview docs.example.com --branch next',
    )
    .action((source: string, options: PreviewOptions) =>
      interruptible(async (signal) => {
        const output = outputFor(options.json === true);
        try {
          if (options.branch === undefined && options.server === undefined && fs.existsSync(source))
            await previewFolder(realFolder(source), options, output, signal);
          else await previewProject(source, options, output, signal);
        } catch (error) {
          if (!signal.aborted) throw error; // Ctrl-C is the normal end
        }
      }),
    );
}

async function previewFolder(
  folder: string,
  options: PreviewOptions,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const dataFolder = dataFolderOf(options.data);
  const limits = { dataFolder, roots: null };
  const supplied =
    options.supplied === undefined ? undefined : { folder: realFolder(options.supplied), limits };
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-preview-'));
  const kept = path.join(scratch, 'kept');
  const sites = shownSites();
  const changed = changesOf(folder, signal);
  const show = openView(output);
  try {
    for (let turn = 0; ; turn++) {
      // Keep the folder that is being shown until the next one is complete.
      const place = path.join(scratch, `site-${turn % 2}`);
      try {
        const made = await makePreview(
          folder,
          { dataFolder, roots: null },
          { place, kept, dataFolder, supplied, signal },
        );
        show({ ...made, siteUrl: await sites.showFolder(folder, place) });
      } catch (error) {
        signal.throwIfAborted();
        if (turn === 0) throw error;
        output.line(asOffprintError(error).message); // perhaps half a change: the next one fixes it
      }
      await changed();
    }
  } finally {
    await sites.close();
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function previewProject(
  source: string,
  options: PreviewOptions,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  await withApi(options, 'change', async (api) => {
    const project = projectNamed(await listProjects(api), source);
    if (!project) {
      throw new OffprintError(
        'not-found',
        `${source} is not a folder on this computer, and ${api.name} has no project with that name.`,
      );
    }
    const body = options.branch === undefined ? {} : { branch: options.branch };
    const show = openView(output);
    let shown: string | undefined;
    for (;;) {
      const made = await api.request<SitePreview>('POST', `${projectPath(project)}/preview`, body);
      const next = JSON.stringify([made.version, made.siteUrl, made.findings]);
      if (next !== shown) show(made);
      shown = next;
      await pause(LOOK_EVERY_MS, undefined, { signal });
    }
  });
}

type View = Pick<SitePreview, 'siteUrl' | 'pages'> &
  Readonly<{ findings: readonly Finding[] | SitePreview['findings'] }>;

/** Prints the site's address once, and the findings each time. */
function openView(output: Output): (made: View) => void {
  let known: string | undefined;
  return ({ siteUrl, pages, findings }) => {
    output.result({ siteUrl, pages, findings });
    if (siteUrl !== known) {
      output.line(`Site: ${siteUrl}`);
      output.line('The site is rebuilt whenever something changes. Press Ctrl-C to stop.');
      openInBrowser(siteUrl);
    }
    known = siteUrl;
    output.line(`${plural(pages, 'page')}, ${plural(findings.length, 'finding')}`);
    for (const { file, line, message } of findings.slice(0, FINDINGS_SHOWN))
      output.line(`  ${file}${line === undefined ? '' : `:${line}`}  ${message}`);
    if (findings.length > FINDINGS_SHOWN)
      output.line(`  and ${plural(findings.length - FINDINGS_SHOWN, 'other')}. To list all, use --json.`);
  };
}

/**
 * Watches a folder.
 * @returns a function that waits for a change since its previous call, and then until changes stop
 */
function changesOf(folder: string, signal: AbortSignal): () => Promise<void> {
  let changes = 0;
  let wake: (() => void) | undefined;
  const watcher = fs.watch(folder, { recursive: true, signal }, (_kind, name) => {
    if (name?.split(path.sep).some((part) => part === '.git' || part === 'node_modules')) return;
    changes++;
    wake?.();
  });
  watcher.on('error', () => {}); // the folder was removed while it was watched: the next change reports it
  return async () => {
    while (changes === 0) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      signal.throwIfAborted();
    }
    for (let seen = 0; seen !== changes; ) {
      seen = changes;
      await pause(QUIET_MS, undefined, { signal });
    }
    changes = 0;
  };
}
