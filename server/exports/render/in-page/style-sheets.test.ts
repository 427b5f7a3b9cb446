import { expect, test } from 'vitest';
import { styleText } from './style-sheets.ts';

test('CSS does not end the element that it stands in', () => {
  expect(styleText('a::before { content: "</style>" } b { content: "</STYLE" }')).toBe(
    'a::before { content: "<\\/style>" } b { content: "<\\/STYLE" }',
  );
  expect(styleText('a { content: "</b>" }')).toBe('a { content: "</b>" }');
});
