/**
 * Messages between the main process, which runs on the stand-in, and the test, which owns the browser that shows its
 * windows.
 */
export type ToDisplay =
  | Readonly<{ kind: 'open'; window: number; preload: string; width: number; height: number }>
  | Readonly<{ kind: 'load'; window: number; url: string }>
  | Readonly<{ kind: 'reload' | 'destroy' | 'crash'; window: number }>
  | Readonly<{ kind: 'send'; window: number; channel: string; args: readonly unknown[] }>
  | Readonly<{ kind: 'reply'; call: number; value: unknown }>
  | Readonly<{ kind: 'ask'; call: number; what: string; args: readonly unknown[] }>
  | Readonly<{ kind: 'note'; what: string; args: readonly unknown[] }>;

export type ToMain =
  | Readonly<{
      kind: 'invoke';
      call: number;
      window: number;
      channel: string;
      args: readonly unknown[];
      frame: Frame;
    }>
  | Readonly<{ kind: 'answer'; call: number; value: unknown }>
  | Readonly<{
      kind: 'contents';
      window: number;
      event: 'did-start-navigation' | 'render-process-gone' | 'dom-ready';
    }>
  /** Asks whether the app allows it; the reply has `allowed`. */
  | Readonly<{
      kind: 'may';
      call: number;
      window: number;
      what: 'navigate' | 'frame' | 'request' | 'open';
      url: string;
    }>
  | Readonly<{ kind: 'app'; event: 'open-url' | 'second-instance'; args: readonly unknown[] }>
  | Readonly<{ kind: 'window'; window: number; event: 'close' | 'focus' | 'blur' | 'unresponsive' }>
  | Readonly<{ kind: 'notification-click' }>
  | Readonly<{ kind: 'quit' }>;

export type Frame = Readonly<{ isMain: boolean; url: string }>;
