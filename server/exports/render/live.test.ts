import { expect, test } from 'vitest';
import { noteKinds, openTestPool, rendered, startSite } from './render.test-support.ts';

test('a map and a stream of events are taken as they stand, and the page says so', async () => {
  const site = await startSite({
    '/map': '<main><h1>Where we are</h1><div class="leaflet-container">Tiles</div></main>',
    '/jobs': `<main><h1>Jobs</h1><p id="count">none</p></main><script>
      new EventSource('/events').onmessage = ({ data }) => { count.textContent = data + ' jobs'; };</script>`,
    '/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 3\n\n'); // never ends
    },
    '/plain': '<main><h1>Plain</h1></main>',
  });
  const pool = openTestPool(site, { tabs: 1 });
  try {
    const notesOf = async (path: string) => rendered(await pool.render(site.origin + path));
    expect((await notesOf('/map')).notes).toContainEqual({
      kind: 'live',
      detail: 'a map as it was when the page was captured',
    });
    const jobs = await notesOf('/jobs');
    expect(jobs.notes).toContainEqual({
      kind: 'live',
      detail: `data from ${site.origin}/events as it was when the page was captured`,
    });
    expect(jobs.html.toString()).toContain('<h1>Jobs</h1>');
    expect(noteKinds(await notesOf('/plain'))).toEqual([]);
  } finally {
    await pool.close();
    await site.close();
  }
});
