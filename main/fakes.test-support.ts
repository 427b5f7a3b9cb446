import { EventEmitter } from 'node:events';
import type { Event, Session, WebContents } from 'electron';

/** A web page as the main process sees it, without one. */
export type FakeContents = EventEmitter &
  Readonly<{
    mainFrame: { url: string; parent: null };
    handlers: Map<string, (event: unknown, ...args: unknown[]) => Promise<unknown>>;
    sent: [channel: string, ...args: unknown[]][];
    open: (url: string) => string;
    destroy: () => void;
    asContents: WebContents;
  }>;

export function fakeContents(url = 'app://bundle/'): FakeContents {
  const handlers: FakeContents['handlers'] = new Map();
  const sent: FakeContents['sent'] = [];
  let openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  let isDestroyed = false;
  const contents = Object.assign(new EventEmitter(), {
    mainFrame: { url, parent: null },
    handlers,
    sent,
    ipc: {
      handle: (channel: string, handler: (event: unknown, ...args: unknown[]) => Promise<unknown>) =>
        handlers.set(channel, handler),
    },
    send: (channel: string, ...args: unknown[]) => sent.push([channel, ...args]),
    isDestroyed: () => isDestroyed,
    getURL: () => url,
    setWindowOpenHandler: (handler: typeof openHandler) => {
      openHandler = handler;
    },
    open: (target: string) => openHandler({ url: target }).action,
    destroy: () => {
      isDestroyed = true;
    },
  });
  return Object.assign(contents, { asContents: contents as unknown as WebContents });
}

/** An event that can be prevented, with what it tells. @returns whether it was */
export function isPrevented(emitter: EventEmitter, name: string, details: object = {}): boolean {
  let prevented = false;
  const event = {
    ...details,
    preventDefault: () => {
      prevented = true;
    },
  } as Event<object>;
  emitter.emit(name, event);
  return prevented;
}

type FrameKind = Readonly<{ isMainFrame: boolean }>;
type Decide<T> = (decision: T) => void;

/** A session that remembers who decides what. */
export type FakeSession = Readonly<{
  request?: (contents: unknown, permission: string, decide: Decide<boolean>, details: FrameKind) => void;
  check?: (contents: unknown, permission: string, origin: string, details: FrameKind) => boolean;
  device?: () => boolean;
  media?: (request: unknown, decide: Decide<object>) => void;
  before?: (details: { url: string }, decide: Decide<{ cancel: boolean }>) => void;
  spelling?: boolean;
  events: EventEmitter;
  asSession: Session;
}>;

export function fakeSession(): FakeSession {
  const events = new EventEmitter();
  const kept: Record<string, unknown> = { events };
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value;
  };
  kept.asSession = Object.assign(events, {
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    setDisplayMediaRequestHandler: keep('media'),
    setSpellCheckerEnabled: keep('spelling'),
    webRequest: { onBeforeRequest: keep('before') },
  });
  return kept as unknown as FakeSession;
}
