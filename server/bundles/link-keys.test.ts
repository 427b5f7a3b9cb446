import { beforeEach, describe, expect, it } from 'vitest';
import { type LinkKeys, linkKeys, type SecretKeeper } from './link-keys.ts';

/** A keeper that is asynchronous like a real one on disk. */
function keeper(): SecretKeeper & { held: Map<string, Buffer> } {
  const held = new Map<string, Buffer>();
  const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    held,
    get: async (name) => {
      const value = held.get(name);
      await later();
      return value;
    },
    set: async (name, value) => {
      await later();
      held.set(name, Buffer.from(value));
    },
    delete: async (name) => {
      await later();
      return held.delete(name);
    },
    names: () => [...held.keys()],
  };
}

let secrets: ReturnType<typeof keeper>;
let keys: LinkKeys;

beforeEach(() => {
  secrets = keeper();
  keys = linkKeys(secrets);
});

describe('the keys that sign links', () => {
  it('are made when one is needed, one for all who ask at once', async () => {
    expect(keys.list()).toEqual([]);
    const made = await Promise.all([keys.current(), keys.current(), keys.current()]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made[0]?.secret).toHaveLength(32);
    expect(keys.list()).toMatchObject([{ id: made[0]?.id, signs: true }]);
  });

  it('are the same to another process', async () => {
    const made = await keys.current();
    const other = linkKeys(secrets);
    expect(await other.current()).toEqual(made);
    expect(await other.find(made.id)).toEqual(made);
  });

  it('sign with the newest, however fast they are rotated; the older ones can still be found', async () => {
    const first = await keys.current();
    const facts = [];
    for (let index = 0; index < 20; index++) facts.push(await keys.rotate());
    expect((await keys.current()).id).toBe(facts.at(-1)?.id);
    expect(keys.list().map(({ id }) => id)).toEqual([first.id, ...facts.map(({ id }) => id)]);
    expect(keys.list().filter(({ signs }) => signs)).toEqual(keys.list().slice(-1));
    expect(await keys.find(first.id)).toEqual(first);
  });

  it('sign with the newest even when the clock was set back', async () => {
    const future = `${(Date.now() + 86_400_000).toString(36)}-00000000`;
    secrets.held.set(`link-key/${future}`, Buffer.alloc(32, 1));
    const rotated = await keys.rotate();
    expect((await keys.current()).id).toBe(rotated.id);
    expect(keys.list().map(({ id }) => id)).toEqual([future, rotated.id]);
  });

  it('are gone at once when they are revoked, and the one before signs again', async () => {
    const first = await keys.current();
    const { id } = await keys.rotate();
    await keys.revoke(id);
    expect(await keys.find(id)).toBeUndefined();
    expect((await keys.current()).id).toBe(first.id);
    await expect(keys.revoke(id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are gone for good when they were being read while they were revoked', async () => {
    const { id } = await keys.current();
    const reader = linkKeys(secrets); // its cache is still empty
    const reading = reader.find(id);
    const revoking = reader.revoke(id);
    await Promise.allSettled([reading, reader.find(id), revoking]);
    expect(await reader.find(id)).toBeUndefined();
  });

  it('are not found by names that are none', async () => {
    await keys.current();
    for (const id of ['', '../x', 'x'.repeat(1000), '__proto__', 'constructor']) {
      expect(await keys.find(id)).toBeUndefined();
    }
  });

  it('leave other secrets alone', async () => {
    secrets.held.set('origin/x', Buffer.from('password'));
    await keys.current();
    expect(keys.list()).toHaveLength(1);
    await expect(keys.revoke('../origin/x')).rejects.toMatchObject({ code: 'not-found' });
    expect(secrets.held.has('origin/x')).toBe(true);
  });

  it('tell when they were made', async () => {
    const from = Date.now();
    const { createdAt } = await keys.rotate();
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(from);
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now());
  });
});
