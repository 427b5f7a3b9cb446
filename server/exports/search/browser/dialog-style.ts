/** Colours come from the page (colours.ts). */
export const STYLE = `
:host { all: initial }
dialog {
  box-sizing: border-box; position: fixed; inset: 0; width: min(680px, calc(100vw - 32px)); max-width: none;
  height: fit-content; max-height: min(80vh, 720px); margin: 10vh auto auto; padding: 0; overflow: hidden;
  color: var(--text); background: var(--back); color-scheme: var(--scheme);
  border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 12px 48px #0006;
  font: 16px/1.45 var(--font, sans-serif); text-align: start; flex-direction: column;
}
dialog[open] { display: flex }
dialog::backdrop { background: #0008 }
.bar { display: flex; align-items: center; gap: 8px; padding: 8px 8px 8px 16px; border-bottom: 1px solid var(--line) }
input {
  all: unset; flex: 1; min-width: 0; height: 44px; font-size: 18px; cursor: text;
}
input::placeholder { color: var(--quiet); opacity: 1 }
.bar:focus-within { box-shadow: inset 0 -2px var(--accent) }
button {
  all: unset; box-sizing: border-box; min-width: 44px; height: 44px; padding: 0 10px; border-radius: 8px;
  text-align: center; font-size: 13px; color: var(--quiet); cursor: pointer;
}
button:hover { background: var(--chosen) }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px }
p { margin: 0; padding: 10px 16px; font-size: 13px; color: var(--quiet); overflow-wrap: anywhere }
[role=listbox] { overflow-y: auto; overscroll-behavior: contain; padding: 0 8px 8px; min-height: 0 }
[hidden] { display: none }
a {
  display: block; padding: 8px 10px; border-radius: 8px; color: inherit; text-decoration: none; cursor: pointer;
  overflow-wrap: anywhere; scroll-margin: 8px;
}
a.part { margin-inline-start: 16px; padding-block: 6px; border-inline-start: 2px solid var(--line); border-start-start-radius: 0; border-end-start-radius: 0 }
a[aria-selected=true] { background: var(--chosen); outline: 2px solid var(--accent); outline-offset: -2px }
span { display: block }
.title { font-weight: 600 }
.heading { font-size: 14px; font-weight: 500 }
.text { font-size: 14px; color: var(--quiet) }
mark { background: none; color: var(--accent); font-weight: 700 }
footer { padding: 8px 16px; border-top: 1px solid var(--line); font-size: 12px; color: var(--quiet) }
@media (max-width: 640px), (max-height: 480px) {
  dialog { width: 100vw; height: 100dvh; max-height: none; margin: 0; border: 0; border-radius: 0 }
  footer { display: none }
  button { font-size: 0 }
  button::before { content: '✕'; font-size: 18px }
}
@media (forced-colors: active) { a[aria-selected=true] { outline-color: Highlight } }
@media print { :host { display: none } }
`;
