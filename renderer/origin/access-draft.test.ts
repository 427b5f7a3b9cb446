import { describe, expect, it } from 'vitest';
import { accessOf, draftOf, type LiveOrigin } from './access-draft.ts';

const base: LiveOrigin = { kind: 'url', url: 'https://docs.example/' };

describe('the form of a live site', () => {
  it('says nothing where nothing was filled in', () => {
    expect(accessOf(base, draftOf(), 'docs.example')).toEqual({ origin: base, credentials: {} });
  });

  it('names a credential for each secret and holds its value apart', () => {
    const draft = {
      ...draftOf(),
      headers: [
        { name: 'X-Team', value: 'docs', isSecret: false, keptAs: undefined },
        { name: 'X-Api-Key', value: 'k3y', isSecret: true, keptAs: undefined },
      ],
      cookies: [
        { name: 'a!', value: 'one', keptAs: undefined },
        { name: 'a#', value: 'two', keptAs: undefined },
      ],
      user: 'ada',
      password: { value: 'pw', keptAs: undefined },
      proxyUrl: ' http://proxy.example:3128 ',
      proxyLogin: { value: 'me:pw', keptAs: undefined },
      caBundle: '/etc/ca.pem',
      requestsPerSecond: '2.5',
      robots: 'obey' as const,
    };
    expect(accessOf({ ...base, assetHosts: ['cdn.example'] }, draft, 'docs.example')).toEqual({
      origin: {
        ...base,
        assetHosts: ['cdn.example'],
        headers: [
          { name: 'X-Team', value: 'docs' },
          { name: 'X-Api-Key', secret: 'docs.example.header.X-Api-Key' },
        ],
        cookies: [
          { name: 'a!', secret: 'docs.example.cookie.a-' },
          { name: 'a#', secret: 'docs.example.cookie.a--2' },
        ],
        basicAuth: { user: 'ada', secret: 'docs.example.password' },
        proxy: { url: 'http://proxy.example:3128', secret: 'docs.example.proxy' },
        caBundle: '/etc/ca.pem',
        requestsPerSecond: 2.5,
        robots: 'obey',
      },
      credentials: {
        'docs.example.header.X-Api-Key': 'k3y',
        'docs.example.cookie.a-': 'one',
        'docs.example.cookie.a--2': 'two',
        'docs.example.password': 'pw',
        'docs.example.proxy': 'me:pw',
      },
    });
  });

  it('keeps what it does not show: credentials under their names, and what nobody changed', () => {
    const kept: LiveOrigin = {
      ...base,
      headers: [{ name: 'X-Team', value: 'docs' }],
      cookies: [{ name: 'session', secret: 'shared-session' }],
      basicAuth: { user: 'ada', secret: 'shared-password' },
      proxy: { url: 'http://proxy.example:3128' },
      requestsPerSecond: 10,
    };
    expect(accessOf(kept, draftOf(kept), 'docs.example')).toEqual({ origin: kept, credentials: {} });
    const draft = draftOf(kept);
    const changed = { ...draft, password: { ...draft.password, value: 'new' } };
    expect(accessOf(kept, changed, 'docs.example').credentials).toEqual({ 'shared-password': 'new' });
  });
});
