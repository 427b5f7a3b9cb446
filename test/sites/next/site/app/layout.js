import localFont from 'next/font/local';
import './site.css';
import Search from '../components/search';
import ThemeSwitch from '../components/theme-switch';
import Link from 'next/link';

const title = localFont({ src: './title.woff2', variable: '--title' });

export const metadata = {
  metadataBase: new URL('https://docs.towline.example'),
  title: { default: 'Towline', template: '%s | Towline' },
  icons: '/images/logo.svg',
};

const setTheme = `try{document.documentElement.dataset.theme=localStorage.getItem('theme')||'light'}catch{}`;

export default function Layout({ children }) {
  return (
    <html lang="en" className={title.variable} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: setTheme }} />
      </head>
      <body>
        <header>
          <Link href="/" className="name">
            Towline
          </Link>
          <nav aria-label="Site">
            <Link href="/start/install">Install</Link> <Link href="/de">Deutsch</Link> <Link href="/about">About</Link>
          </nav>
          <Search />
          <ThemeSwitch />
        </header>
        {children}
        <footer>Towline is invented.</footer>
      </body>
    </html>
  );
}
