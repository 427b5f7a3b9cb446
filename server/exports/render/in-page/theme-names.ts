const THEME =
  /\b(theme|themes|dark|night|light mode|colou?r[ -](mode|scheme)|appearance|thème|tema|farbschema|dunkel)\b|主题|外观|テーマ|테마/i;
const SYSTEM = /\b(system|auto|automatic|os)\b/i;

/** Whether a text names a theme or a theme switch. */
export function namesTheme(said: string): boolean {
  return THEME.test(said);
}

/** Whether a text names the option to follow the system. */
export function namesSystem(said: string): boolean {
  return SYSTEM.test(said);
}

/** Splits names into words: `toggleDarkMode` and `toggle-dark_mode` have three each. */
export function inWords(names: string): string {
  return names.replace(/([a-z])([A-Z])|[-_]+/g, '$1 $2');
}

/** Returns all text of a control, visible or in its markup. */
export function saidOf(control: Element): string {
  const names = ['aria-label', 'title', 'class', 'id', 'name', 'data-theme'];
  const shown =
    control instanceof HTMLSelectElement
      ? [...control.options].map(({ text }) => text)
      : [control.textContent];
  return inWords([...names.map((name) => control.getAttribute(name)), ...shown].join(' '));
}
