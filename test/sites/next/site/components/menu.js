'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';

export default function Menu({ sections }) {
  const pathname = usePathname();
  const [open, setOpen] = useState(false);
  return (
    <aside data-open={open}>
      <button type="button" className="menu-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        Menu
      </button>
      {sections.map(([section, links]) => (
        <div key={section}>
          <strong>{section}</strong>
          <ul>
            {links.map(({ href, title }) => (
              <li key={href}>
                <Link href={href} aria-current={pathname === href ? 'page' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </aside>
  );
}
