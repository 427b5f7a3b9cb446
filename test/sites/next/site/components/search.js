'use client';
import Link from 'next/link';
import { useState } from 'react';

export default function Search() {
  const [pages, setPages] = useState([]);
  const [query, setQuery] = useState('');
  const load = async () => pages.length === 0 && setPages(await (await fetch('/search.json')).json());
  const found = query && pages.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()));
  return (
    <div className="search">
      <input type="search" placeholder="Search" value={query} onFocus={load} onChange={(e) => setQuery(e.target.value)} />
      {found && (
        <ul>
          {found.map(({ href, title }) => (
            <li key={href}>
              <Link href={href}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
