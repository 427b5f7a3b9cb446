import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Channel, Envelope, Input, Output, Push, Pushes } from '../main/contract.ts';
import type { Surface } from './surface.types.ts';

/**
 * Bridge between the page and the main process, in an isolated world. The page only sees `surface`; it gets no event
 * objects and cannot choose a channel.
 */
const surface: Surface = {
  ready: () => call('app:ready', {}),
  restartServer: () => call('app:restartServer', {}).then(({ apiProblem }) => apiProblem),
  pickFolder: () => call('folder:pick', {}).then((picked) => picked?.folder),
  droppedFolder: (file) =>
    call('folder:dropped', { path: webUtils.getPathForFile(file) }).then(({ folder }) => folder),
  saveBundle: (jobId, format) =>
    call('bundle:save', { jobId, ...(format && { format }) }).then((saved) => saved?.file),
  revealBundle: (jobId) => call('bundle:reveal', { jobId }).then(nothing),
  saveChange: (input) => call('change:save', input).then((saved) => saved?.file),
  saveReport: (jobId) => call('report:save', { jobId }).then((saved) => saved?.file),
  keepKey: (keyId, secret) => call('key:keep', { keyId, secret }).then(nothing),
  keptKeys: () => call('key:kept', {}).then(({ keyIds }) => keyIds),
  copyKey: (keyId) => call('key:copy', { keyId }).then(nothing),
  forgetKey: (keyId) => call('key:forget', { keyId }).then(nothing),
  setTheme: (theme) => call('theme:set', { theme }).then(nothing),
  onGo: (hear) => listen('app:go', hear),
  onCommand: (hear) => listen('app:command', ({ command }) => hear(command)),
  followJobs: (hear) => {
    const stop = listen('live:all', hear);
    call('live:follow', {}).catch(() => {});
    return () => {
      stop();
      call('live:unfollow', {}).catch(() => {});
    };
  },
  followJob: (jobId, hear) => followLog('live:followJob', { jobId }, hear),
  followAgentJob: (place, hear) => followLog('live:followAgentJob', place, hear),
};

contextBridge.exposeInMainWorld('offprint', surface);

function followLog<C extends 'live:followJob' | 'live:followAgentJob'>(
  channel: C,
  place: Input<C> & { jobId: string },
  hear: (events: Pushes['live:job']['events']) => void,
): () => void {
  const { jobId } = place;
  const stop = listen('live:job', (message) => {
    if (message.jobId === jobId) hear(message.events);
  });
  call(channel, place).catch(() => {});
  return () => {
    stop();
    call('live:unfollowJob', { jobId }).catch(() => {});
  };
}

async function call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const envelope = (await ipcRenderer.invoke(channel, input)) as Envelope<Output<C>>;
  if (!envelope.ok) throw new Error(envelope.message);
  return envelope.data;
}

function listen<P extends Push>(channel: P, hear: (message: Pushes[P]) => void): () => void {
  const listener = (_event: unknown, message: Pushes[P]): void => hear(message);
  ipcRenderer.on(channel, listener);
  return () => {
    ipcRenderer.off(channel, listener);
  };
}

function nothing(): void {}
