import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BrowserWindow } from 'electron';
import type { Bundle, Job } from '../server/api/wire.types.ts';
import type { Client } from '../server/cli/client.ts';
import { OffprintError } from '../server/errors.ts';
import type { Host } from '../server/writer/host.ts';
import type { Input } from './contract.ts';
import type { ElectronApis } from './electron.types.ts';

type Apis = Pick<ElectronApis, 'app' | 'dialog' | 'shell'>;

/** Saves the files of a job to places the user chooses. A file is saved completely or not at all. */
export function saving({ app, dialog, shell }: Apis, client: () => Promise<Client>, window: BrowserWindow) {
  /** Folder of the last save, since Electron no longer remembers it. */
  let lastFolder: string | undefined;

  const save = async (
    name: string,
    extension: string,
    open: () => Promise<NodeJS.ReadableStream>,
  ): Promise<{ file: string } | null> => {
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      defaultPath: path.join(lastFolder ?? app.getPath('downloads'), name),
      filters: [{ name: extension, extensions: [extension] }],
    });
    if (canceled || filePath === '') return null;
    lastFolder = path.dirname(filePath);
    const temporary = `${filePath}.${process.pid}.part`;
    try {
      await pipeline(await open(), createWriteStream(temporary, { flags: 'wx', flush: true }));
      await fs.rename(temporary, filePath);
    } catch (error) {
      await fs.rm(temporary, { force: true });
      throw error;
    }
    return { file: filePath };
  };

  return {
    bundle: async (jobId: string, format: Bundle['format'] = 'zip') => {
      const api = await client();
      const job = await api.request<Job>('GET', `/v1/static-export/jobs/${jobId}`);
      const { bundleUrl } = await api.request<Bundle>('POST', `/v1/static-export/jobs/${jobId}/bundle`, {
        format,
        forPeople: true,
        linkTarget: null,
      });
      const name = `${job.domain}-${job.version ?? jobId}.${format}`;
      // The link may start with the address of a proxy, but the bundle is on this server.
      const { pathname, search } = new URL(bundleUrl);
      const place = pathname.slice(pathname.lastIndexOf('/bundles/'));
      return save(name, format === 'zip' ? 'zip' : 'gz', () => api.open(place + search, { accept: '*/*' }));
    },
    report: async (jobId: string) => {
      const api = await client();
      return save(`report-${jobId}.html`, 'html', () =>
        api.open(`/v1/static-export/jobs/${jobId}/report`, { accept: 'text/html' }),
      );
    },
    change: async ({ projectId, jobId, file }: Input<'change:save'>) => {
      const api = await client();
      // The names must stay the same, because SHA256SUMS lists them.
      const extension = file.includes('.') ? file.slice(file.lastIndexOf('.') + 1) : '*';
      return save(file, extension, () =>
        api.open(`/v2/agent/${projectId}/job/${jobId}/export/${file}`, { accept: '*/*' }),
      );
    },
    /** Shows a file whose path comes from the store, never from the page. */
    reveal: (host: Host, jobId: string): void => {
      const kept = host
        .store()
        .prepare("SELECT file FROM bundles WHERE job_id = ? ORDER BY format = 'zip' DESC")
        .pluck()
        .get(jobId) as string | undefined;
      if (kept === undefined) throw new OffprintError('not-found', 'This job has no bundle.');
      shell.showItemInFolder(path.join(host.dataFolder, kept));
    },
  };
}
