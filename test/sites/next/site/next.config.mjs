import path from 'node:path';

const isExport = process.env.OUTPUT === 'export';

export default {
  ...(isExport
    ? { output: 'export', images: { unoptimized: true } }
    : {
        redirects: async () => [{ source: '/install', destination: '/start/install', permanent: true }],
        images: { dangerouslyAllowSVG: true },
      }),
  // The packages are in a folder around this one.
  turbopack: { root: path.resolve(import.meta.dirname, '../../..') },
};
