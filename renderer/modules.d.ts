interface Window {
  /** Only in the desktop app. */
  readonly offprint?: import('../preload/surface.types.ts').Surface;
}

/** Modules that Vite creates from files other than scripts. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module '*.css';

declare module 'virtual:licences' {
  const packages: readonly Readonly<{ name: string; version: string; licence: string; text: string }>[];
  export default packages;
}

declare module 'virtual:handbook' {
  export const chapters: readonly import('./help/handbook.types.ts').Chapter[];
  /** URLs of the images by their path in the handbook. */
  export const images: Readonly<Record<string, string>>;
}
