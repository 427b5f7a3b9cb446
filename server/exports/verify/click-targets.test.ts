import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locateTestChromium } from '../chromium/chromium.test-support.ts';
import { launchBrowser } from '../search/search.test-support.ts';
import { findHovers, findTargets, NEVER_CLICKED } from './click-targets.ts';
import { prepareClicks } from './in-page-clicks.ts';

const why = await locateTestChromium().then(
  () => '',
  (error: unknown) => `there is no browser: ${String(error)}`,
);

let browser: Browser;
beforeAll(async () => {
  if (why === '') browser = await launchBrowser();
});
afterAll(() => browser?.close());

it('links into the page are alike, but for those to what is hidden or missing', async ({ skip }) => {
  if (why !== '') skip(why);
  const tab = await browser.newPage();
  await tab.evaluateOnNewDocument(prepareClicks);
  await tab.goto('data:text/html,<meta charset=utf-8>');
  await tab.setContent(
    '<a href="#one">1</a><a href="#two">2</a><a href="#d%C3%BC">3</a><a href="#none">4</a><p id="one">One</p><p id="two">Two</p><p id="dü" hidden>Three</p>',
  );
  const targets = await tab.evaluate(findTargets, {
    inside: 'data:',
    passedOver: [],
    neverClicked: NEVER_CLICKED,
  });
  const [one, two, hidden, missing] = targets.map(({ like }) => like);
  expect(two).toBe(one);
  expect(targets.map(({ isAnchored }) => isAnchored)).toEqual([true, true, false, false]);
  expect(new Set([one, hidden, missing]).size).toBe(3);
});

it('nothing that submits a form, logs in or downloads is clicked, nor a link to another site', async ({
  skip,
}) => {
  if (why !== '') skip(why);
  const tab = await browser.newPage();
  await tab.evaluateOnNewDocument(prepareClicks);
  await tab.goto('data:text/html,<meta charset=utf-8>');
  await tab.setContent(
    `<form id="form"><button>Send</button><button type="wrong">Reply</button><button type="submit">Go</button>
      <input type="image" alt="Find"><button type="button">More</button></form>
    <button form="form">Also send</button><button>Free</button><button>Log in</button>
    <a href="data:text/html,a" download>File</a><a href="https://example.com/">Elsewhere</a>
    <a href="data:text/html,b" target="_blank">Window</a><a href="data:text/html,c">Next</a>`,
  );
  const targets = await tab.evaluate(findTargets, {
    inside: 'data:',
    passedOver: [],
    neverClicked: NEVER_CLICKED,
  });
  expect(targets.map(({ name }) => name)).toEqual(['More', 'Free', 'Next']);
});

it('fields of all kinds and headings of tables are found by what listens around them', async ({ skip }) => {
  if (why !== '') skip(why);
  const tab = await browser.newPage();
  await tab.evaluateOnNewDocument(prepareClicks);
  await tab.goto('data:text/html,<meta charset=utf-8>');
  await tab.setContent(
    `<fieldset><input type="radio" name="os" checked><input type="radio" name="os"></fieldset>
    <input type="checkbox" id="own"><input type="checkbox" id="plain"><textarea id="text"></textarea>
    <table><thead><tr><th>Name</th></tr></thead></table><table><tr><th>Quiet</th></tr></table>
    <b class="term">Parser</b><b class="term">Lexer</b>
    <script>
      for (const one of document.querySelectorAll('fieldset,#own,table:first-of-type')) one.addEventListener('click', () => {});
      document.querySelector('textarea').addEventListener('input', () => {});
      for (const one of document.querySelectorAll('b')) one.addEventListener('pointerenter', () => {});
    </script>`,
  );
  const targets = await tab.evaluate(findTargets, {
    inside: 'data:',
    passedOver: [],
    neverClicked: NEVER_CLICKED,
  });
  const found = targets.filter(({ tag }) => /^(input|textarea|th)$/.test(tag));
  expect(found.map(({ kind, tag, name }) => `${kind} ${tag} ${name}`.trim())).toEqual([
    'field input',
    'field input own',
    'field textarea text',
    'button th Name',
  ]);
  const hovers = await tab.evaluate(findHovers, [], 2);
  expect(hovers.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['hover Parser']);
});
