'use client';

export default function ThemeSwitch() {
  const change = () => {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
    localStorage.setItem('theme', dataset.theme);
  };
  return (
    <button type="button" aria-label="Switch theme" onClick={change}>
      ◐
    </button>
  );
}
