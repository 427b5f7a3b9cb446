import { describe, expect, it } from 'vitest';
import { openModelQueue } from './queue.ts';

const never = new AbortController().signal;

function gate(): { open: () => void; opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
}

describe('the queue before a model server', () => {
  it('lets one in at a time, projects in turn, each in its order', async () => {
    const queue = openModelQueue();
    const first = gate();
    const order: string[] = [];
    const enter = (name: string) =>
      queue.run(name.charAt(0), never, async () => {
        expect(queue.state().busy).toBe(1);
        if (order.push(name) === 1) await first.opened;
      });
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(enter);
    expect(queue.state()).toEqual({ waiting: 5, busy: 1 });
    first.open();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.state()).toEqual({ waiting: 0, busy: 0 });
  });

  it('gives the place on when the work throws', async () => {
    const queue = openModelQueue();
    await expect(queue.run('a', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('a', never, async () => 'next')).toBe('next');
  });

  it('lets somebody who waits go at once, and keeps the place of a canceled request while the server drains', async () => {
    const queue = openModelQueue({ drainMs: 50 });
    const cancel = new AbortController();
    const leave = new AbortController();
    const { promise, reject } = Promise.withResolvers<void>();
    const running = queue.run('a', cancel.signal, () => promise);
    const waiting = queue.run('b', leave.signal, async () => 'never');
    leave.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    cancel.abort(new Error('canceled'));
    reject(cancel.signal.reason);
    await expect(running).rejects.toThrow('canceled');
    expect(queue.state()).toEqual({ waiting: 0, busy: 1 });
    expect(await queue.run('c', never, async () => 'after the drain')).toBe('after the drain');
  });
});
