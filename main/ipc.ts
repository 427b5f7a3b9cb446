import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { asOffprintError, OffprintError } from '../server/errors.ts';
import {
  type Channel,
  type Envelope,
  type Input,
  inputs,
  type Output,
  type Push,
  type Pushes,
} from './contract.ts';
import { isInterfacePage } from './origin.ts';

export type Handlers = Readonly<{ [C in Channel]: (input: Input<C>) => Output<C> | Promise<Output<C>> }>;

/**
 * Handles the IPC calls of one window. Only calls from its own page that match the contract are accepted. The handlers
 * are removed with the window, so no other window can reach them.
 */
export function answerCalls(contents: WebContents, handlers: Handlers, log: (line: string) => void): void {
  for (const channel of Object.keys(inputs) as Channel[]) {
    contents.ipc.handle(channel, (event, ...args: unknown[]) => answer(channel, event, args));
  }

  async function answer<C extends Channel>(
    channel: C,
    event: IpcMainInvokeEvent,
    args: readonly unknown[],
  ): Promise<Envelope<Output<C>>> {
    try {
      if (!isOwnCall(event, contents))
        throw new OffprintError('forbidden', 'This page is not allowed to do that.');
      if (args.length !== 1) throw new OffprintError('usage', `${channel} takes one argument.`);
      const parsed = inputs[channel].safeParse(args[0]);
      if (!parsed.success)
        throw new OffprintError('usage', `${channel}: ${parsed.error.issues[0]?.message ?? ''}`);
      return { ok: true, data: await handlers[channel](parsed.data as Input<C>) };
    } catch (error) {
      const { code, message } = asOffprintError(error);
      if (code === 'internal') log(`${channel}: ${message}`);
      return { ok: false, code, message };
    }
  }
}

/**
 * Whether a call comes from this window's main frame at the address of the interface. The frame is null once it has
 * navigated away or been destroyed.
 */
export function isOwnCall(
  { sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  contents: WebContents,
): boolean {
  if (sender !== contents || contents.isDestroyed() || !senderFrame) return false;
  return (
    senderFrame === contents.mainFrame && senderFrame.parent === null && isInterfacePage(senderFrame.url)
  );
}

/** Sends a message to a window unless it has been destroyed. */
export function push<P extends Push>(contents: WebContents, channel: P, message: Pushes[P]): void {
  if (!contents.isDestroyed()) contents.send(channel, message);
}
