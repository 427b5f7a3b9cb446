import type { AppCommand, AppFacts, Input, Pushes } from '../main/contract.ts';

export type { AppCommand, AppFacts } from '../main/contract.ts';

/** Everything the desktop app exposes to its page, as `window.offprint` (docs/security.md, item 4). */
export type Surface = Readonly<{
  /** Call this once the listeners are registered. */
  ready: () => Promise<AppFacts>;
  /** Why the local API is not available although it is turned on. */
  restartServer: () => Promise<string | null>;
  pickFolder: () => Promise<string | undefined>;
  /** Returns the folder of a file dropped on the window. */
  droppedFolder: (file: File) => Promise<string>;
  saveBundle: (jobId: string, format?: 'zip' | 'tar.gz') => Promise<string | undefined>;
  revealBundle: (jobId: string) => Promise<void>;
  saveReport: (jobId: string) => Promise<string | undefined>;
  /** Saves a file of an agent job's exported change. */
  saveChange: (input: Input<'change:save'>) => Promise<string | undefined>;
  keepKey: (keyId: string, secret: string) => Promise<void>;
  keptKeys: () => Promise<readonly string[]>;
  copyKey: (keyId: string) => Promise<void>;
  forgetKey: (keyId: string) => Promise<void>;
  setTheme: (theme: 'system' | 'light' | 'dark') => Promise<void>;
  /** Each of these returns a function that unsubscribes. */
  onGo: (hear: (message: Pushes['app:go']) => void) => () => void;
  onCommand: (hear: (command: AppCommand) => void) => () => void;
  followJobs: (hear: (message: Pushes['live:all']) => void) => () => void;
  followJob: (jobId: string, hear: (events: Pushes['live:job']['events']) => void) => () => void;
  followAgentJob: (
    place: Input<'live:followAgentJob'>,
    hear: (events: Pushes['live:job']['events']) => void,
  ) => () => void;
}>;
