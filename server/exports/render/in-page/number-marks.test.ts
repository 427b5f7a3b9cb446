import { expect, test } from 'vitest';
import type { KeptStates } from '../../runtime/states.ts';
import { renumberStates, renumberSwitch } from './number-marks.ts';

const numberOf = (mark: number): number => mark + 100;

test('whatever names an element in states has another number; all else stays', () => {
  const states: KeptStates = {
    tabs: [
      {
        list: 1,
        tabs: [{ at: 2, name: 'npm', changes: [[3, 'hidden', '', null]], panel: 3 }],
        selected: 0,
        sync: 'pm',
      },
    ],
    toggles: [{ at: 4, changes: [[5, '#text', '6', '7']], also: [8], light: true }],
    theme: {
      controls: [9],
      names: ['light', 'dark'],
      start: 1,
      follows: false,
      values: [[10, 'class', '11', null]],
    },
    contents: { items: [[12, '13']], names: {}, current: 'true' },
    jumps: [[16, '17']],
    panes: [[14, 15]],
  };
  expect(renumberStates(states, numberOf)).toEqual({
    tabs: [
      {
        list: 101,
        tabs: [{ at: 102, name: 'npm', changes: [[103, 'hidden', '', null]], panel: 103 }],
        selected: 0,
        sync: 'pm',
      },
    ],
    toggles: [{ at: 104, changes: [[105, '#text', '6', '7']], also: [108], light: true }],
    theme: {
      controls: [109],
      names: ['light', 'dark'],
      start: 1,
      follows: false,
      values: [[110, 'class', '11', null]],
    },
    contents: { items: [[112, '13']], names: {}, current: 'true' },
    jumps: [[116, '17']],
    panes: [[114, 15]],
  });
});

test('what a switch does not have is not made up', () => {
  expect(renumberSwitch({ at: 1, changes: [] }, numberOf)).toEqual({ at: 101, changes: [] });
  const none: KeptStates = { tabs: [], toggles: [] };
  expect(renumberStates(none, numberOf)).toEqual(none);
});
