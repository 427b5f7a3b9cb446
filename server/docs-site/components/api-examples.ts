import { el } from './element.ts';
import type { ComponentFunction, Html } from './rendering.ts';
import { codeGroup } from './tabs.ts';

/** Examples stand beside the text, where a window is wide enough. */
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

/** What is for people, or what is for machines: readers of the site are people. */
export const visibility: ComponentFunction = ({ props, children }, page): Html[] =>
  props.for === 'agents' ? [] : page.render(children);
