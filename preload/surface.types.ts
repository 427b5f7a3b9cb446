import type { AppCommand, AppFacts, Input, Pushes } from '../main/contract.ts';

export type { AppCommand, AppFacts } from '../main/contract.ts';

/** What the desktop app gives its page as `window.offprint`: this and nothing else (docs/security.md, item 4). */
export type Surface = Readonly<{
  /** To be called once the listeners are there. */
  ready: () => Promise<AppFacts>;
  /** Why scripts are not answered now, where they should be. */
  restartServer: () => Promise<string | null>;
  pickFolder: () => Promise<string | undefined>;
  /** The folder of a file that was dropped on the window. */
  droppedFolder: (file: File) => Promise<string>;
  saveBundle: (jobId: string, format?: 'zip' | 'tar.gz') => Promise<string | undefined>;
  revealBundle: (jobId: string) => Promise<void>;
  saveReport: (jobId: string) => Promise<string | undefined>;
  /** A file of the change that an agent job has made, after it was exported. */
  saveChange: (input: Input<'change:save'>) => Promise<string | undefined>;
  keepKey: (keyId: string, secret: string) => Promise<void>;
  keptKeys: () => Promise<readonly string[]>;
  copyKey: (keyId: string) => Promise<void>;
  forgetKey: (keyId: string) => Promise<void>;
  setTheme: (theme: 'system' | 'light' | 'dark') => Promise<void>;
  /** Each of these returns what ends it. */
  onGo: (hear: (message: Pushes['app:go']) => void) => () => void;
  onCommand: (hear: (command: AppCommand) => void) => () => void;
  followJobs: (hear: (message: Pushes['live:all']) => void) => () => void;
  followJob: (jobId: string, hear: (events: Pushes['live:job']['events']) => void) => () => void;
  followAgentJob: (
    place: Input<'live:followAgentJob'>,
    hear: (events: Pushes['live:job']['events']) => void,
  ) => () => void;
}>;
