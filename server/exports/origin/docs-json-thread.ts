import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { buildSite } from '../../docs-site/build-site.ts';
import type { Drawing } from '../../docs-site/diagrams.ts';
import type { BodyStore } from '../../docs-site/file-tree.ts';
import { ConfigFault } from '../../docs-site/model/config-file.ts';
import { readSite } from '../../docs-site/model/site.ts';
import type {
  FromDocsJsonThread,
  MadeSite,
  ReadSite,
  ReadTask,
  RenderTask,
  ToDocsJsonThread,
} from './docs-json.types.ts';

/** Worker thread that reads or builds a docs.json site without blocking anything else. Started by docs-json.ts. */
const task = workerData as ReadTask | RenderTask;
const { files, published, leadingOut } = task;
const tell = (message: FromDocsJsonThread): void => parentPort?.postMessage(message);

const places = new Map(files);
const tree = {
  paths: [...places.keys()],
  has: (name: string) => places.has(name),
  read: (name: string) => fs.readFileSync(places.get(name) ?? ''),
  published,
  leadingOut,
};

function fileAt(place: string, name: string): string {
  const file = path.join(place, name);
  if (!file.startsWith(place + path.sep))
    throw new Error(`${name} would be written outside the site's folder`);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  return file;
}

/**
 * Opens the cache with the page bodies of a project, one file each. Bodies of removed pages stay until the project is
 * deleted.
 */
function keptBodies(folder: string): BodyStore {
  const placeOf = (file: string): string =>
    path.join(folder, createHash('sha256').update(file).digest('hex').slice(0, 32));
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    read: (file) => {
      try {
        return fs.readFileSync(placeOf(file), 'utf8');
      } catch {
        return undefined;
      }
    },
    write: (file, text) => fs.writeFileSync(placeOf(file), text),
  };
}

/** Has a diagram drawn by the parent, which has the browser. One at a time. */
function drawDiagram(source: string, id: string): Promise<Drawing> {
  return new Promise((resolve) => {
    parentPort?.once('message', (answer: ToDocsJsonThread) => resolve(answer.drawing));
    tell({ draw: { id, source } });
  });
}

async function make({ place, kept, version }: RenderTask): Promise<MadeSite> {
  const { name, pages, findings, leftOut } = await buildSite(
    tree,
    {
      write: (name, content) => fs.writeFileSync(fileAt(place, name), content),
      copy: (name) => fs.copyFileSync(places.get(name) ?? '', fileAt(place, name)),
    },
    { store: keptBodies(kept), version, drawDiagram, onPage: (page) => tell({ page }) },
  );
  return { name, pages, findings, leftOut };
}

function read(): ReadSite {
  const { settings, pages } = readSite(tree);
  return { title: settings.name, pages: [...pages.values()].map(({ address }) => address) };
}

try {
  tell({ done: 'place' in task ? await make(task) : read() });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  tell({ error: { message, ofConfig: error instanceof ConfigFault } });
}
