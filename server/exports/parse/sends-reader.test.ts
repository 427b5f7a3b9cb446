import { expect, it } from 'vitest';
import { onlySendsReader } from './sends-reader.ts';

it.each([
  "location.href='/guide/'",
  'window.location = "a.html"; return false;',
  "document.location.assign('a.html')",
  "window.open('a.html', '_blank', 'width=400')",
  'location=this.value',
  'if (this.value) window.location.href=this.options[this.selectedIndex].value',
  "javascript:location.replace('a.html')",
])('%s only leads on', (script) => {
  expect(onlySendsReader(script)).toBe(true);
});

it.each([
  "location.href='javascript:alert(1)'",
  "location.href=' data:text/html,x'",
  "open('a.html');alert(1)",
  "location.href='a'+b",
  "location.href='\\x6aavascript:1'",
  "fetch('/a')",
  'location.href=`a`',
  'go()',
  '',
  `location.href='${'a'.repeat(3000)}'`,
])('%s does more', (script) => {
  expect(onlySendsReader(script)).toBe(false);
});
