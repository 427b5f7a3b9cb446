import { expect, it } from 'vitest';
import { dataFolder } from '../../test/stand-ins/fixture-site.ts';
import { reconnecting, withApi } from './with-api.ts';

it('a request goes to another connection where the command that had the data folder has ended', async () => {
  const place = { data: dataFolder() };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const first = withApi(place, 'change', async () => {
    begin();
    await ended;
  });
  await begun;
  await withApi(place, 'change', async (api) => {
    expect(api.local()).toMatchObject({ role: 'command', isOwn: false });
    end();
    await first;
    await expect(api.request('GET', '/v1/projects')).rejects.toMatchObject({ code: 'unreachable' });
    await expect(reconnecting(api, 'read').request('GET', '/v1/projects')).resolves.toMatchObject({
      projects: [],
    });
    expect(api.local()).toMatchObject({ role: 'reader', isOwn: true });
  });
});
