import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import type { KeptStates } from '../runtime/states.ts';
import type { RenderPool } from './pool.ts';
import {
  noteKinds,
  openTestPool,
  rendered,
  sendHtml,
  startSite,
  type TestSite,
} from './render.test-support.ts';

const ACCORDION = `<button id="more" aria-expanded="false">More</button><p id="answer" hidden>The answer.</p>
  <script>more.onclick = () => { answer.hidden = !answer.hidden; more.ariaExpanded = String(!answer.hidden) }</script>`;

/** Reports a press that comes while the start-up class is still set. */
const EARLY = `<button id="menu" aria-expanded="false">Menu</button><nav id="list" hidden><a href="#x">Entry</a></nav><p id="said"></p>
  <script>menu.onclick = () => {
    if (document.querySelector('.early')) said.textContent = 'Too early.';
    list.hidden = menu.ariaExpanded === 'true';
    menu.ariaExpanded = String(!list.hidden);
  }</script>`;

let site: TestSite;
let pool: RenderPool;
let visits = 0;
let replays = 0;
let indexings = 0;
beforeAll(async () => {
  site = await startSite({
    '/panes': `<aside style="height:50px;overflow:auto"><p style="height:500px">Long</p></aside>
      <script>document.querySelector('aside').scrollTop = 120</script>`,
    // As in MkDocs Material: an annotation is only in the page while its marker has the focus, and is removed late.
    '/annotated': `<div style="display:none"><p>Line <span><a class="mark" href="#note-1">1</a></span> <span><a class="mark" href="#note-2">2</a></span></p></div>
      <p><a class="broken" href="#nowhere">Broken</a> <a class="broken" href="#nowhere-else">Broken too</a></p>
      <p>Text <aside tabindex="0"><i></i></aside></p>
      <script>for (const mark of document.querySelectorAll('.mark')) {
        const note = Object.assign(document.createElement('div'), { id: mark.hash.slice(1), textContent: 'Note ' + mark.textContent });
        mark.onfocus = () => mark.before(note);
        mark.onblur = () => setTimeout(() => note.remove(), 200);
      }
      const aside = document.querySelector('aside');
      const beside = Object.assign(document.createElement('div'), { textContent: 'Said beside the text' });
      aside.onfocus = () => setTimeout(() => aside.prepend(beside), 60);
      aside.onblur = () => beside.remove();
      for (const link of document.querySelectorAll('.broken')) link.onfocus = () => { document.title += '!' }</script>`,
    // As in Redoc: the group of the current section is open, as far as the page knows at that time.
    '/read-along': `<button id="group" aria-expanded="false">Group</button><p id="list" hidden>Entry</p><p style="height:3000px">Text</p>
      <script>
        const show = (opens) => { list.hidden = !opens; group.ariaExpanded = String(opens) };
        group.onclick = () => show(list.hidden);
        let timer;
        addEventListener('scroll', () => { clearTimeout(timer); timer = setTimeout(() => show(scrollY > 0), scrollY > 0 ? 0 : 120) });
      </script>`,
    // As in MkDocs Material: search shows that it is ready once a worker has read its index, however late that is.
    '/indexing': (_request, response) => {
      indexings++;
      const ready = "state.textContent = 'Ready to search'";
      const script =
        indexings === 1
          ? `more.addEventListener('click', () => { ${ready} }, { once: true })`
          : `new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage(0), 1500)']))).onmessage = () => { ${ready} }`;
      sendHtml(response, `<p id="state">Starting</p>${ACCORDION}<script>${script}</script>`);
    },
    // As in sidebars: content that reappears fades in.
    '/arriving': `<aside id="side" class="wide"><p>Pages</p></aside><button id="fold" aria-expanded="true">Fold</button>
      <script>fold.onclick = () => {
        const opens = fold.ariaExpanded !== 'true';
        side.className = opens ? 'wide fade-in' : 'narrow fade-out';
        fold.ariaExpanded = String(opens);
      }</script>`,
    // As in VitePress: the menu blocks scrolling of the page, and unblocks it late.
    '/locking': `<button id="menu" aria-expanded="false">Menu</button><nav id="list" hidden><a href="#x">Entry</a></nav>
      <p id="x">Text</p>
      <script>menu.onclick = () => {
        const opens = menu.ariaExpanded !== 'true';
        menu.ariaExpanded = String(opens);
        list.hidden = !opens;
        if (opens) document.body.style.overflow = 'hidden';
        else setTimeout(() => { document.body.style.overflow = '' }, 10_000);
      }</script>`,
    // As in Nextra: the list is in a container at the end of the page that is removed with it.
    '/boxed': `<button id="menu" aria-haspopup="menu" aria-expanded="false">Menu</button><p id="x">Text</p><div id="box"></div>
      <script>menu.onclick = () => {
        const opens = menu.ariaExpanded !== 'true';
        menu.ariaExpanded = String(opens);
        if (opens) box.innerHTML = '<ul role="menu" style="position:fixed"><li><a href="#x">Entry</a></li></ul>';
        else box.remove();
      }</script>`,
    // As in VitePress: in narrow windows only, there is an overlay under the menu. It fades out, as far as the
    // framework knows.
    '/shaded': `<style>#shade { position: fixed; inset: 0; background: #000 } @media (min-width: 960px) { #shade { display: none } }</style>
      <button id="menu" aria-expanded="false">Menu</button><nav id="list" hidden><a href="#x">Entry</a></nav><p id="x">Text</p>
      <script>menu.onclick = () => {
        const opens = menu.ariaExpanded !== 'true';
        menu.ariaExpanded = String(opens);
        list.hidden = !opens;
        if (opens) document.body.insertAdjacentHTML('beforeend', '<div id="shade"></div>');
        else {
          shade.className = 'leaving';
          setTimeout(() => shade.remove(), 10_000);
        }
      }</script>`,
    // A diagram is redrawn in the theme's colours, some time after the theme has changed.
    '/drawing': `<style>.dark body { background: #111 }</style><p>Text</p><button id="theme" title="Dark theme">T</button>
      <svg id="diagram" width="300" height="200"><style>#diagram text { fill: navy }</style><text y="20">light</text></svg>
      <script>theme.onclick = () => {
        const dark = document.documentElement.classList.toggle('dark');
        setTimeout(() => {
          const drawn = diagram.cloneNode(true);
          drawn.firstChild.textContent = '#diagram text { fill: ' + (dark ? 'white' : 'navy') + ' }';
          drawn.lastChild.textContent = dark ? 'dark' : 'light';
          drawn.lastChild.id = 'part-' + performance.now();
          diagram.replaceWith(drawn);
        }, 150);
      }</script>`,
    // A sidebar that scrolls to the current page late.
    '/late-pane': `<aside style="height:50px;overflow:auto"><p style="height:500px">Long</p></aside>
      <button id="menu" aria-expanded="false">Menu</button><nav id="list" hidden><a href="#x">Entry</a></nav>
      <script>menu.onclick = () => {
        list.hidden = menu.ariaExpanded === 'true';
        menu.ariaExpanded = String(!list.hidden);
        document.querySelector('aside').scrollTop = 120;
      }</script>`,
    // As in Nextra: a group within the pane collapses.
    '/late-pane-folds': `<aside style="height:50px;overflow:auto"><ul><li><button id="group">Group</button>
        <ul style="height:500px"><li><a href="#x">Entry</a></li></ul></li></ul></aside>
      <button id="menu" aria-expanded="false">Menu</button><nav id="list" hidden><a href="#x">Entry</a></nav>
      <script>menu.onclick = () => {
        list.hidden = menu.ariaExpanded === 'true';
        menu.ariaExpanded = String(!list.hidden);
        document.querySelector('aside').scrollTop = 120;
      };
      group.onclick = () => {
        const { style } = group.nextElementSibling;
        style.cssText = style.height === '0px' ? 'height: 500px' : 'height: 0; overflow: hidden';
      }</script>`,
    // Some time after it has started, the page changes by itself while a control is pressed.
    '/starting': `<p id="mark" class="no-transition">Text</p><button id="menu" aria-expanded="false">Menu</button>
      <nav id="list" hidden><a href="#x">Entry</a></nav>
      <script>let once = () => { mark.className = '' };
      menu.onclick = () => {
        once();
        menu.ariaExpanded = String(menu.ariaExpanded !== 'true');
        list.hidden = menu.ariaExpanded !== 'true';
      }</script>`,
    // As in Docusaurus with slow hydration: a link from the server becomes a control once the framework has started.
    '/hydrating': `<button id="menu" aria-expanded="false">Menu</button><nav id="list" hidden>Entry</nav>
      <a id="group" aria-expanded="false" href="/elsewhere">Group</a><nav id="inner" hidden>Page</nav>
      <script>
      const toggle = (control, panel) => () => {
        panel.hidden = !panel.hidden;
        control.ariaExpanded = String(!panel.hidden);
        group.href = '#';
        group.onclick ??= toggle(group, inner);
      };
      menu.onclick = toggle(menu, list);
      </script>`,
    '/speaking': `<aside id="side">Pages</aside>
      <button id="outer" aria-expanded="true"><span id="inner" role="button" tabindex="0">Fold</span></button>
      <script>outer.onclick = () => {
        side.hidden = !side.hidden;
        inner.ariaExpanded = String(!side.hidden);
      }</script>`,
    // As in VitePress: an attribute is left in the end that was absent before.
    '/theme': `<style>.dark body { background: #111 }</style><p>Text</p><button id="theme" title="Dark theme">T</button>
      <script>theme.onclick = () => { document.documentElement.classList.toggle('dark') }</script>`,
    // As in MkDocs Material: the label of the next theme replaces the previous one.
    '/theme-labels': `<style>[data-scheme=dark] { background: #111 }</style><p>Text</p><form>
      <input type="radio" name="palette" id="p0"><label for="p1" title="Switch to light mode">A</label>
      <input type="radio" name="palette" id="p1"><label for="p2" title="Switch to dark mode" hidden>B</label>
      <input type="radio" name="palette" id="p2"><label for="p0" title="Switch to system preference" hidden>C</label></form>
      <script>const inputs = [...document.querySelectorAll('input')];
      const show = (index) => {
        document.body.dataset.scheme = index === 2 ? 'dark' : 'default';
        document.body.dataset.media = index;
        for (const [at, input] of inputs.entries()) input.nextElementSibling.hidden = at !== index;
      };
      for (const [index, input] of inputs.entries()) input.onchange = () => show(index);
      show(0)</script>`,
    // The highlight appears on the first scroll, and stays.
    '/marks': `<style>h2 { margin-bottom: 2000px }</style>
      <nav><ul><li class="item grey"><a href="#a">A</a></li><li class="item grey"><a href="#b">B</a></li></ul>
        <i id="bar" style="top: 0px;"></i></nav>
      <aside style="height:50px;overflow:auto"><p style="height:500px">Follows</p></aside>
      <h2 id="a">A</h2><h2 id="b">B</h2>
      <script>addEventListener('scroll', () => {
        const read = scrollY > 1000 ? 1 : 0;
        document.querySelector('aside').scrollTop = 100 + 100 * read;
        for (const [index, item] of document.querySelectorAll('li').entries())
          item.className = index === read ? 'item blue' : 'item grey';
        bar.style.top = '40px';
      })</script>`,
    // As in Nextra: observers highlight a section some time after it has come into view, and none at the top of the
    // page.
    '/late-marks': `<style>h2 { margin-bottom: 2000px }</style>
      <nav><a href="#a">A</a><a href="#b">B</a></nav><h2 id="a">A</h2><h2 id="b">B</h2>
      <script>addEventListener('scroll', () => setTimeout(() => {
        document.querySelector('a[href="#b"]').className = 'read';
      }, 120), { once: true })</script>`,
    // Buttons that do not expose their state.
    '/plain': `<aside><ul><li class="open"><button class="group">Guides</button><div><ul><li><a href="#q">Queues</a></li></ul></div></li></ul></aside>
      <main><h1 id="q">Queues</h1>
      <h3><button class="group">What is a queue?</button></h3><p style="height: 0; overflow: hidden">A list of jobs.</p>
      <button id="tried">Tried 0 times</button><p>Text</p>
      <button class="once">Show all</button><p hidden>All of them.</p>
      <form><button>Send</button><p hidden>Sent.</p></form></main>
      <script>
      for (const button of document.querySelectorAll('.group')) button.onclick = () => {
        const isGroup = button.parentElement.localName === 'li';
        const box = (isGroup ? button : button.parentElement).nextElementSibling;
        const opens = box.clientHeight === 0;
        if (isGroup) button.parentElement.className = opens ? 'open' : '';
        box.style.cssText = opens ? '' : 'height: 0; overflow: hidden';
        document.documentElement.lang = 'en';
      };
      let times = 0;
      tried.onclick = () => { tried.textContent = 'Tried ' + ++times + ' times' };
      document.querySelector('.once').onclick = ({ target }) => { target.nextElementSibling.hidden = false };
      document.querySelector('form').onsubmit = () => { document.title = 'Sent' };
      </script>`,
    // As with frameworks that start late: they recreate what the server sent.
    '/anew': `<div id="app"><div role="tablist"><button role="tab" aria-selected="true" aria-controls="p">One</button>
        <button role="tab" aria-selected="false" aria-controls="p">Two</button></div><p id="p" role="tabpanel">First.</p></div>
      <script>
      const begin = () => {
        app.innerHTML = app.innerHTML;
        const tabs = app.querySelectorAll('button');
        for (const [index, tab] of tabs.entries()) tab.onclick = () => {
          for (const other of tabs) other.ariaSelected = String(other === tab);
          p.textContent = ['First.', 'Second.'][index];
        };
      };
      for (const time of [1, 2, 3, 4]) setTimeout(begin, 250 * time);
      </script>`,
    // On a busy machine, scripts may write text after the first controls have been pressed.
    '/late': (_request, response) => {
      const write = "document.querySelector('p').textContent = 'What scripts have written.'";
      const script = visits++ === 0 ? `addEventListener('click', () => { ${write} })` : write;
      sendHtml(response, `<p>What the server has sent.</p>${ACCORDION}<script>${script}</script>`);
    },
    // As in VitePress and others: a start-up class is removed after a while, and nothing changes before.
    '/put-off': `<p class="early">Text</p><script>setTimeout(() => { document.querySelector('p').className = '' }, 250)</script>${EARLY}`,
    '/fading': `<style>@keyframes fade { to { opacity: 0.9 } } .early { animation: fade 0.25s }</style><p class="early">Text</p>
      <script>document.querySelector('p').onanimationend = ({ target }) => { target.className = '' }</script>${EARLY}`,
    // Nothing changes for most of the time after which a page counts as quiet.
    '/steps': `<main></main><script>
      let step = 0;
      const next = () => {
        document.querySelector('main').insertAdjacentHTML('beforeend', '<p>Step ' + ++step + '.</p>');
        if (step < 8) setTimeout(next, 85);
      };
      next();
      </script>`,
    '/timers': `<pre id="said"></pre><script>
      const say = (...words) => { said.textContent += words.join(' ') + ' ' };
      setTimeout(say, 20, 'arguments', 'come');
      setTimeout('say("text runs")', 30);
      setTimeout.call(undefined, say, 40, 'without-this');
      clearTimeout(setTimeout(say, 10, 'CLEARED'));
      requestIdleCallback(({ didTimeout }) => say(typeof didTimeout), { timeout: 5 });
      say(setTimeout.name, setTimeout.length, String(clearTimeout).includes('native code'));
      </script>`,
    // As in React: clicks before it has started are replayed afterwards.
    '/replayed': (_request, response) => {
      const late = replays++ === 0;
      sendHtml(
        response,
        `<p>What it says.</p><button id="more" aria-expanded="false">Menu</button><div id="shade"></div><script>
        const toggle = () => {
          more.ariaExpanded = String(more.ariaExpanded !== 'true');
          shade.className = more.ariaExpanded === 'true' ? 'over' : '';
        };
        let isDue = false;
        more.onclick = ${late} ? () => { isDue = true } : toggle;
        </script><button id="theme" title="Dark theme">T</button><style>.dark body { background: #111 }</style>
        <script>theme.onclick = () => {
          document.documentElement.classList.toggle('dark');
          if (isDue) toggle();
          isDue = false;
        }</script>`,
      );
    },
    // As with drawers meant for narrow windows: nothing on the page closes it again.
    '/stuck': `${ACCORDION}<button id="drawer" aria-expanded="false">Pages</button><p>Text</p><div style="height:3000px"></div>
      <script>drawer.onclick = () => {
        document.body.style.overflow = 'hidden';
        document.body.className = 'drawer-open';
        if (!document.querySelector('.shade'))
          document.body.insertAdjacentHTML('beforeend', '<div class="shade" style="position:fixed;inset:0"></div>');
      }</script>`,
    // Only Escape closes it.
    '/modal': `${ACCORDION}<button id="open" aria-expanded="false">Ask</button><p>Text</p>
      <script>open.onclick = () => {
        if (!document.querySelector('dialog')) document.body.insertAdjacentHTML('beforeend', '<dialog open>Words of the dialog</dialog>');
      };
      addEventListener('keydown', ({ key }) => { if (key === 'Escape') document.querySelector('dialog')?.remove() })</script>`,
    '/mixed': `<p id="count">0 times pressed</p>${ACCORDION}<button id="other" aria-expanded="false">Other</button>
      <script>other.addEventListener('click', () => { count.textContent = 'It was pressed, which stays so.' })</script>`,
    // As in Redoc: an entry scrolls to its section when pressed, and scrolling opens other entries.
    '/leading': `<style>ul { display: none } ul.open { display: block }</style>
      <button id="entry" aria-expanded="false">Berths</button><ul id="list"><li><a href="#part">List</a></li></ul>
      <div style="height:2000px"></div><h2 id="part">Part</h2><div style="height:2000px"></div>
      <script>
      const set = (isOpen) => { entry.ariaExpanded = String(isOpen); list.className = isOpen ? 'open' : '' };
      entry.onclick = () => { set(true); part.scrollIntoView() };
      addEventListener('scroll', () => set(scrollY > 0));
      </script>`,
    // As with React tabs: panels of unselected tabs are empty, and nothing else hides them.
    '/empty-panels': `<div role="tablist"><button role="tab" id="t1" aria-selected="true" aria-controls="p1">One</button>
        <button role="tab" id="t2" aria-selected="false" aria-controls="p2">Two</button></div>
      <div role="tabpanel" id="p1" class="panel chosen">First.</div><div role="tabpanel" id="p2" class="panel"></div>
      <script>
      const words = { t1: 'First.', t2: 'Second.' };
      for (const tab of document.querySelectorAll('[role=tab]')) tab.onclick = () => {
        for (const other of document.querySelectorAll('[role=tab]')) {
          other.ariaSelected = String(other === tab);
          const panel = document.getElementById(other.getAttribute('aria-controls'));
          panel.className = other === tab ? 'panel chosen' : 'panel';
          panel.textContent = other === tab ? words[other.id] : '';
        }
      };
      </script>`,
    // As in API references: content opened by a control is drawn piece by piece as it comes into view.
    '/drawn-in-view': `<main></main><div style="height:3000px"></div>
      <script>
      const watch = new IntersectionObserver((seen) => {
        for (const { isIntersecting, target } of seen) if (isIntersecting) target.textContent = target.title;
      });
      const make = (name, isOpen) => {
        const button = Object.assign(document.createElement('button'), { textContent: name, ariaExpanded: String(isOpen) });
        const box = document.createElement('div');
        document.querySelector('main').append(button, box);
        const draw = () => {
          box.innerHTML = '<div style="height:2000px"></div><p title="Far below ' + name + '"></p>';
          watch.observe(box.lastChild);
        };
        if (isOpen) draw();
        button.onclick = () => {
          button.ariaExpanded = String(button.ariaExpanded !== 'true');
          if (button.ariaExpanded === 'true') draw();
          else box.replaceChildren();
        };
      };
      make('closed', false);
      make('open', true);
      </script>`,
    '/changing': `<p id="count">0 times pressed</p>${ACCORDION}
      <script>more.addEventListener('click', () => { count.textContent = 'It was pressed, which stays so.' })</script>`,
  });
  pool = openTestPool(site);
});
afterAll(async () => {
  await pool?.close();
  await site?.close();
});

const render = async (name: string) => rendered(await pool.render(`${site.origin}/${name}`));

test('what scrolls by itself is where it was', async () => {
  const page = await render('panes');
  expect(page.html.toString()).toMatch(/"panes":\[\[1,120\]\]/);
  expect(page.isInteractive).toBe(false);
});

test('what was open looks as it did, not as something that comes in', async () => {
  const html = (await render('arriving')).html.toString();
  expect(html).toContain('class="wide"');
  expect(html).toContain('"narrow fade-out","wide"');
});

test('a control of which only a part says whether it is open is kept', async () => {
  const html = (await render('speaking')).html.toString();
  expect(html).toMatch(/<aside[^>]*data-offprint-at="1"/);
  expect(html).toContain('[1,"hidden","",null]');
  expect(html).toMatch(/<span[^>]*data-offprint-at="2" id="inner"/);
  expect(html).toMatch(/"toggles":\[\{"at":2,/);
  expect(html).toContain('[2,"aria-expanded","false","true"]');
});

test('a control that comes while others are pressed is pressed too', async () => {
  const html = (await render('hydrating')).html.toString();
  expect(html).toMatch(/<a [^>]*data-offprint-at="\d+"[^>]*id="group"/);
  expect(html.match(/"aria-expanded","false","true"/g)).toHaveLength(2);
});

test('a theme switch has as many states as it has, though it leaves an empty attribute behind', async () => {
  const html = (await render('theme')).html.toString();
  expect(html).toContain('"names":["light","dark"]');
});

test('labels of radio buttons that take turns are one theme switch, with all its states', async () => {
  const html = (await render('theme-labels')).html.toString();
  expect(html).toContain('"names":["system","light","dark"],"start":0');
  expect(/"theme":\{"controls":\[([\d,]+)\]/.exec(html)?.[1]?.split(',')).toHaveLength(3);
  expect(html.match(/<label[^>]*hidden/g)).toHaveLength(2);
});

test('a table of contents is as it was before anything was scrolled, and its marks are known', async () => {
  const html = (await render('marks')).html.toString();
  expect(html.match(/class="item \w+"/g)).toEqual(['class="item grey"', 'class="item grey"']);
  expect(html).toContain('id="bar" style="top:0px"');
  expect(html).toContain('"names":{"li":["blue","grey"]}');
  expect(html).not.toContain('"panes"');
});

test('an entry of a table of contents that is marked long after the page was scrolled is as it was', async () => {
  const html = (await render('late-marks')).html.toString();
  expect(html).toMatch(/<a href="#b"[^>]*>B/);
  expect(html).not.toContain('class="read"');
});

test('buttons that say nothing fold away the part next to them, and others are left alone', async () => {
  const page = await render('plain');
  const html = page.html.toString();
  const { toggles } = JSON.parse(
    /data-offprint="states"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}',
  ) as KeptStates;
  const names = toggles.map(
    ({ at }) => new RegExp(`<button[^>]*data-offprint-at="${at}"[^>]*>([^<]*)`).exec(html)?.[1],
  );
  expect(names).toEqual(['Guides', 'What is a queue?', 'Show all']);
  // Concurrent changes elsewhere are not attributed to them.
  expect(toggles.map(({ changes, on }) => [changes.length, on])).toEqual([
    [2, true],
    [1, undefined],
    [1, undefined],
  ]);
  expect(page.notes).toEqual([]);
  expect(html).toContain('<li class="open"');
  expect(page.text).toMatch(/Tried 0 times/);
  expect(page.text).not.toContain('All of them.');
  expect(page.title).toBe('Test');
});

test('a page that was still on its way when its controls were pressed is taken again, with them', async () => {
  const page = await render('late');
  expect(visits).toBe(2);
  expect(noteKinds(page)).toEqual([]);
  expect(page.html.toString()).toContain('data-offprint="states"');
  expect(page.text).toContain('What scripts have written.');
});

test.runIf(isFullRun)('a page whose menu opens after it was left closed is taken again', async () => {
  const html = (await render('replayed')).html.toString();
  expect(replays).toBe(2);
  expect(html).toMatch(/<button aria-expanded="false"[^>]* id="more"/);
  expect(html).toContain('"toggles":[{');
});

test.runIf(isFullRun)(
  'what a page comes to show by itself while it is tried is waited for, and no control is blamed',
  async () => {
    const page = await render('indexing');
    expect(indexings).toBe(2);
    expect(noteKinds(page)).toEqual([]);
    expect(page.text).toContain('Ready to search');
    expect(page.html.toString()).toContain('"toggles":[{');
  },
);

test.runIf(isFullRun)('a page that its controls change for good is taken without them', async () => {
  const page = await render('changing');
  expect(noteKinds(page)).toEqual(['not-kept']);
  expect(page.text).toContain('0 times pressed');
});

test.runIf(isFullRun)(
  'a page that a drawer would hold for good is taken without it, with its other controls',
  async () => {
    const page = await render('stuck');
    const html = page.html.toString();
    expect(html).not.toMatch(/<body[^>]*(overflow|drawer-open)/);
    expect(html).not.toContain('class="shade"');
    expect(html).toContain('"aria-expanded","false","true"');
    expect(noteKinds(page)).toEqual(['not-kept']);
  },
);

test('a dialog that only Escape closes is closed before the page is taken, and costs no other control', async () => {
  const page = await render('modal');
  expect(page.html.toString()).toContain('"aria-expanded","false","true"');
  expect(page.text).not.toContain('Words of the dialog');
});

test('of several controls, the one that changes the text for good is left alone', async () => {
  const page = await render('mixed');
  expect(page.text).toContain('0 times pressed');
  expect(page.html.toString()).toContain('"aria-expanded","false","true"');
  expect(noteKinds(page)).toEqual(['not-kept']);
});

test('a control that leads to its part of the page is operated, and the page is taken from its top', async () => {
  const page = await render('leading');
  expect(noteKinds(page)).toEqual([]);
  expect(page.html.toString()).toMatch(/<button aria-expanded="false"[^>]* id="entry"/);
  expect(page.html.toString()).toContain('"aria-expanded","false","true"');
});

test('an entry of a menu that scrolling has opened, and closes a little later, is pressed as closed', async () => {
  const page = await render('read-along');
  expect(noteKinds(page)).toEqual([]);
  expect(page.html.toString()).toContain('"aria-expanded","false","true"');
});

test('what is drawn only while it is in view is there in what a control opens, and again after it was closed', async () => {
  const page = await render('drawn-in-view');
  expect(page.html.toString()).toMatch(/ hidden[^>]*>.*Far below closed<\/p>/s);
  expect(page.text).toContain('Far below open');
  expect(page.text).not.toContain('Far below closed');
  expect(noteKinds(page)).toEqual([]);
});

test('a panel that was empty until it was chosen is hidden until then', async () => {
  const html = (await render('empty-panels')).html.toString();
  expect(html).toMatch(/<div(?=[^>]* id="p2")[^>]* hidden[^>]*>Second\./);
  expect(html).toMatch(/<div(?=[^>]* id="p1")(?![^>]* hidden)[^>]*>First\./);
});

test('a page that was kept from scrolling under a menu is taken as one that scrolls', async () => {
  const { html } = rendered(await pool.render(`${site.origin}/locking`));
  const [body = ''] = /<body[^>]*>/.exec(html.toString()) ?? [];
  expect(body).not.toContain('overflow');
  expect(html.toString()).toContain('"overflow: hidden;"'); // while the menu is open
});

test('what a page does by itself while a control is pressed is not taken for what the control does', async () => {
  const { html } = rendered(await pool.render(`${site.origin}/starting`));
  expect(html.toString()).toContain('<p data-offprint-at="1" id="mark">');
  expect(html.toString()).not.toContain('"no-transition"');
  expect(html.toString()).toContain('"aria-expanded","false","true"');
});

test('a list that stood in a box which went with it is kept, at the end of the page', async () => {
  const page = rendered(await pool.render(`${site.origin}/boxed`));
  expect(page.html.toString()).toMatch(
    /<ul[^>]* hidden="" role="menu"[^>]*><li><a href="#x">Entry<\/a><\/li><\/ul>/,
  );
  expect(page.html.toString()).toContain('"light":true');
  expect(noteKinds(page)).not.toContain('not-kept');
});

test('a shade that lies over narrow windows only is there while its menu is open, and not before', async () => {
  const html = rendered(await pool.render(`${site.origin}/shaded`)).html.toString();
  const shades = html.match(/<div [^>]*id="shade"[^>]*>/g) ?? [];
  expect(shades).toHaveLength(1);
  expect(shades[0]).toContain('hidden=""');
  expect(shades[0]).not.toContain('leaving');
  const at = /data-offprint-at="(\d+)"/.exec(shades[0] ?? '')?.[1];
  expect(html).toContain(`[${at},"hidden","",null]`);
});

test('a diagram that is drawn anew for each theme is kept for each, and is seen as it was', async () => {
  const html = rendered(await pool.render(`${site.origin}/drawing`)).html.toString();
  const drawings = (html.match(/<svg.*?<\/svg>/gs) ?? []).map((svg) => svg.replace(/<text [^>]*>/, '<text>'));
  const [light = '', dark = '', ...more] = drawings.sort(
    (a, b) => Number(/ hidden/.test(a)) - Number(/ hidden/.test(b)),
  );
  expect(more).toEqual([]);
  expect(light).toMatch(/^<svg(?![^>]* hidden)[^>]*><style>#diagram text { fill: navy }<\/style><text>light/);
  expect(dark).toMatch(/^<svg[^>]* hidden="".*<text>dark/);
  // Each has its own colours.
  const [, id = ''] = /<svg[^>]* id="(.*?)"/.exec(dark) ?? [];
  expect(id).not.toBe('diagram');
  expect(dark).toContain(`<style>#${id} text { fill: white }</style>`);
});

test.runIf(isFullRun)('a pane that is scrolled late is kept as it was scrolled', async () => {
  const html = rendered(await pool.render(`${site.origin}/late-pane`)).html.toString();
  expect(html).toMatch(/"panes":\[\[\d+,120\]\]/);
});

test('a pane in which a group is folded away and back is kept as it was scrolled', async () => {
  const html = (await render('late-pane-folds')).html.toString();
  expect(html).toMatch(/"panes":\[\[\d+,120\]\]/);
  expect(html).toMatch(/<button[^>]* data-offprint-at="\d+" id="group"/);
});

test.each(firstOf(1, ['put-off', 'fading']))(
  'nothing is pressed before what is due has come: %s',
  async (name) => {
    const page = await render(name);
    expect(page.html.toString()).toContain('data-offprint="states"');
    expect(page.text).not.toContain('Too early');
  },
);

test('what comes in steps is waited for', async () => {
  expect((await render('steps')).text).toContain('Step 8.');
});

test('timers do what they do elsewhere', async () => {
  const words = (await render('timers')).text.split(' ');
  expect(words.slice(0, 3)).toEqual(['setTimeout', '1', 'true']);
  expect(words.slice(3).sort()).toEqual(
    ['arguments', 'come', 'text', 'runs', 'without-this', 'boolean'].sort(),
  );
});

test('tabs that a framework makes anew before they are opened are opened all the same', async () => {
  const page = rendered(await pool.render(`${site.origin}/anew`));
  expect(page.html.toString()).toContain('Second.');
  expect(noteKinds(page)).not.toContain('second-attempt');
});

test('a note that is in the page only while its mark has the focus is kept, hidden, for the runtime to show', async () => {
  const { html: bytes, title } = rendered(await pool.render(`${site.origin}/annotated`));
  const html = Buffer.from(bytes).toString('utf8');
  for (const note of ['note-1', 'note-2']) expect(html).toMatch(new RegExp(`hidden="" id="${note}"`));
  const states = /data-offprint="states"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  expect(JSON.parse(states)).toMatchObject({ toggles: [{ light: true }, { light: true }, { light: true }] });
  expect(html).toMatch(/<aside[^>]*><div[^>]* hidden=""[^>]*>Said beside the text/);
  // The panel is as it was, and only one of the links without effect was tried.
  expect(html).toContain('<div style="display:none">');
  expect(title).toMatch(/[^!]!$/);
});
