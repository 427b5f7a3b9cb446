/** Styles of the reference page: light and dark, narrow and wide, and print. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fff; --raised: #f5f6f8; --line: #d5d9e0; --text: #1b1f27; --soft: #545c6b; --link: #0b57b8;
  --get: #0a6b3d; --post: #0b57b8; --patch: #8a4b00; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --raised: #1d2128; --line: #363c47; --text: #e4e7ec; --soft: #a5adbb; --link: #8ab8ff;
    --get: #6cd39b; --post: #8ab8ff; --patch: #f0b264; --delete: #ff9d95;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
:target { scroll-margin-top: 1rem; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { margin: 0; font-size: 2rem; }
h2 { margin: 3rem 0 0.75rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.45rem; }
h3 { margin: 0; font-size: 1.15rem; }
p, pre, table, ul { margin: 0.75rem 0; }
code, pre, .method { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
pre { padding: 0.75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; line-height: 1.45; }
pre code { font-size: 0.84rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.94rem; }
caption { padding: 0 0 0.4rem; font-weight: 600; text-align: left; }
th, td { padding: 0.45rem 0.75rem 0.45rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-size: 0.85rem; font-weight: 600; }
tbody th { font-weight: 500; }
td p { margin: 0; }
.fields th:first-child { width: 38%; }
.soft { color: var(--soft); font-size: 0.88rem; font-weight: 400; }
.soft code { color: inherit; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem 1rem; background: var(--ground); }
.lead { color: var(--soft); font-size: 1.1rem; }
.contents { padding: 1.25rem; border-bottom: 1px solid var(--line); font-size: 0.92rem; }
.contents p { margin: 0 0 0.5rem; font-weight: 600; }
.contents > ul { columns: 9rem; }
.contents ul { margin: 0; padding: 0; list-style: none; }
.contents li { margin: 0.2rem 0; }
.contents li ul { display: none; margin: 0.1rem 0 0.6rem; padding-left: 0.75rem; }
.contents a { text-decoration: none; }
.contents a:hover { text-decoration: underline; }
.contents .section { font-weight: 600; }
main { padding: 1.5rem 1.25rem 4rem; max-width: 92rem; }
.overview { max-width: 50rem; }
.operation, .object { margin: 1.5rem 0 2.5rem; padding-top: 0.5rem; }
.call { margin: 0.4rem 0; overflow-wrap: anywhere; }
.method { padding: 0.1rem 0.45rem; border: 1px solid currentColor; border-radius: 4px; font-size: 0.8rem; font-weight: 700; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .delete { color: var(--delete); }
figure { margin: 0.75rem 0; }
figcaption { font-weight: 600; font-size: 0.94rem; }
figure pre { margin-top: 0.3rem; max-height: 30rem; overflow-y: auto; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  .contents { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line); }
  .contents > ul { columns: auto; }
  .contents li ul { display: block; }
  main { padding: 2rem 2.5rem 4rem; }
}
@media (min-width: 75rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); gap: 0 2rem; align-items: start; }
  .operation > header { grid-column: 1 / -1; }
}
@media print {
  .contents, .skip { display: none; }
  html { font-size: 10pt; }
  body { display: block; }
  main { padding: 0; }
  .operation { display: block; }
  figure pre { max-height: none; overflow: visible; }
  h2, h3, caption, figcaption { break-after: avoid; }
  tr, figure { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
`;
