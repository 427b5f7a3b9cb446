import { el } from './element.ts';
import type { ComponentFunction, Html } from './rendering.ts';
import { codeGroup } from './tabs.ts';

/** Returns a component that shows its example beside the text, if the window is wide enough. */
function example(kind: 'request' | 'response', label: string): ComponentFunction {
  return (given, page) => {
    page.aside.push(
      el(
        'div',
        { className: [`${kind}-example`, 'doc-block'], role: 'group', ariaLabel: label },
        codeGroup(given, page),
      ),
    );
    return [];
  };
}

export const requestExample = example('request', 'Example request');
export const responseExample = example('response', 'Example response');

export const panel: ComponentFunction = ({ children }, page) => {
  page.aside.push(el('div', { className: ['panel', 'doc-block', 'prose'] }, page.render(children)));
  return [];
};

/**
 * `<Visibility for>`: content for people or for agents. Readers of the site are people, so content for agents is left
 * out.
 */
export const visibility: ComponentFunction = ({ props, children }, page): Html[] =>
  props.for === 'agents' ? [] : page.render(children);
