import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type LinkKey, linkFault, signLink } from './signed-link.ts';

const key: LinkKey = { id: 'k1', secret: Buffer.alloc(32, 7) };
const other: LinkKey = { id: 'k2', secret: randomBytes(32) };
const keyOf = (id: string): LinkKey | undefined => [key, other].find((one) => one.id === id);
const path = '/bundles/se_0123456789abcdef/docs.example-v1.zip';
const expires = 2_000_000_000;
const before = expires * 1000 - 1;

const fault = (query: string, at = before, target = path) =>
  linkFault(target, new URLSearchParams(query), keyOf, at);

describe('a signed link', () => {
  it('holds until its time, to the millisecond', () => {
    const query = signLink({ path, expires }, key);
    expect(fault(query)).toBeUndefined();
    expect(fault(query, expires * 1000)).toBe('expired');
    expect(fault(query, expires * 1000 + 1)).toBe('expired');
  });

  it('is signed with HMAC-SHA256 over its lines, so that other programs can sign one too', () => {
    const text = `offprint-link-1\nGET\n${path}\n${expires}\nk1`;
    const signature = createHmac('sha256', key.secret).update(text).digest('base64url');
    expect(signLink({ path, expires }, key)).toBe(`expires=${expires}&key=k1&signature=${signature}`);
  });

  it('says that it was altered, whatever was altered, even when it has expired', () => {
    const query = signLink({ path, expires }, key);
    expect(fault(query, before, `${path}x`)).toBe('altered');
    expect(fault(query.replace(String(expires), String(expires + 1)))).toBe('altered');
    expect(fault(query.replace('k1', 'k2'))).toBe('altered');
    expect(fault(`${query}A`)).toBe('altered');
    expect(fault(query.slice(0, -1))).toBe('altered');
    expect(fault(`${query}A`, expires * 1000 + 1)).toBe('altered');
  });

  it('has one spelling of its signature and of its time', () => {
    const query = signLink({ path, expires }, key);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters.indexOf(query.at(-1) ?? '');
    // With 256 bits in 43 letters, two bits of the last letter are unused.
    expect(fault(query.slice(0, -1) + letters[last ^ 1])).toBe('altered');
    expect(fault(`${query}=`)).toBe('altered');
    expect(fault(query.replace('expires=', 'expires=0'))).toBe('incomplete');
    expect(fault(query.replace('expires=', 'expires=%2B'))).toBe('incomplete');
    expect(fault(query.replace(String(expires), '2e9'))).toBe('incomplete');
  });

  it('says when its key is not in use any more', () => {
    expect(fault(signLink({ path, expires }, { id: 'gone', secret: key.secret }))).toBe('unknown key');
  });

  it.each(['expires', 'key', 'signature'])(
    'is incomplete without its %s, with an empty one or with two',
    (name) => {
      const query = new URLSearchParams(signLink({ path, expires }, key));
      const [without, empty, twice] = [1, 2, 3].map(() => new URLSearchParams(query));
      without?.delete(name);
      empty?.set(name, '');
      twice?.append(name, query.get(name) ?? '');
      for (const wrong of [without, empty, twice]) expect(fault(String(wrong))).toBe('incomplete');
    },
  );

  it('is not the same for two keys, paths or times', () => {
    const links = [
      signLink({ path, expires }, key),
      signLink({ path, expires }, other),
      signLink({ path: `${path}x`, expires }, key),
      signLink({ path, expires: expires + 1 }, key),
    ].map((query) => new URLSearchParams(query).get('signature'));
    expect(new Set(links).size).toBe(4);
  });
});
