import { createGenerator } from '@unocss/core';
import { presetWind3 } from '@unocss/preset-wind3';

/** Returns rules for the utility classes (Tailwind, version 3) that authors used. Unknown classes get none. */
export async function utilityStyles(classes: ReadonlySet<string>): Promise<string> {
  const generator = await createGenerator({
    presets: [presetWind3({ preflight: 'on-demand', dark: 'class' })],
    theme: {
      colors: {
        primary: { DEFAULT: 'var(--primary)', light: 'var(--primary)', dark: 'var(--primary)' },
        'background-light': 'var(--ground)',
        'background-dark': 'var(--ground)',
      },
    },
  });
  const { css } = await generator.generate(new Set([...classes].sort()), { preflights: true, minify: true });
  return css;
}
