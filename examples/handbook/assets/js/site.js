// The handbook's behaviour: theme, menu, tabs, copy, table of contents. A classic script, so that it also runs from file://.
(function () {
  'use strict';

  var root = document.documentElement;
  var each = function (selector, use, within) {
    Array.prototype.forEach.call((within || document).querySelectorAll(selector), use);
  };

  // Storage may be missing or forbidden (private windows, file:// in some browsers): the page works without it.
  function recall(key) {
    try { return localStorage.getItem(key); } catch (error) { return null; }
  }
  function remember(key, value) {
    try { localStorage.setItem(key, value); } catch (error) { /* for this page only, then */ }
  }

  // Theme: light, dark, or whatever the system says. The inline script in <head> has set a stored choice before first paint.
  function showTheme(theme) {
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    each('[data-set-theme]', function (button) {
      button.setAttribute('aria-pressed', String(button.dataset.setTheme === theme));
    });
    // A <source> follows the system by its media query; a chosen theme has to overrule it.
    each('source[data-dark]', function (source) {
      source.media = theme === 'system' ? '(prefers-color-scheme: dark)' : theme === 'dark' ? 'all' : 'not all';
    });
  }
  each('[data-set-theme]', function (button) {
    button.addEventListener('click', function () {
      remember('handbook-theme', button.dataset.setTheme);
      showTheme(button.dataset.setTheme);
    });
  });
  showTheme(root.dataset.theme || 'system');

  // Menu on small screens.
  var menuButton = document.querySelector('.menu-button');
  var side = document.getElementById('side');
  var here = side && side.querySelector('[aria-current="page"]');
  if (here && here.offsetTop > side.clientHeight - 80) side.scrollTop = here.offsetTop - side.clientHeight / 2;
  function showMenu(open) {
    root.classList.toggle('menu-open', open);
    menuButton.setAttribute('aria-expanded', String(open));
    if (open) (here || side.querySelector('a')).focus();
  }
  if (menuButton && side) {
    menuButton.addEventListener('click', function () { showMenu(!root.classList.contains('menu-open')); });
    document.addEventListener('keydown', function (event) {
      if (event.key === 'Escape' && root.classList.contains('menu-open')) {
        showMenu(false);
        menuButton.focus();
      }
    });
    document.addEventListener('click', function (event) {
      if (!root.classList.contains('menu-open')) return;
      var link = event.target.closest('#side a');
      if (link || !event.target.closest('#side, .menu-button')) showMenu(false);
    });
  }

  // Tabs (WAI-ARIA pattern, automatic activation). A choice of shell holds for every group with the same name.
  function choose(tab, focus) {
    each('[role="tab"]', function (other) {
      var chosen = other === tab;
      other.setAttribute('aria-selected', String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      document.getElementById(other.getAttribute('aria-controls')).hidden = !chosen;
    }, tab.closest('[role="tablist"]'));
    if (focus) tab.focus();
  }
  function chooseByName(group, name) {
    each('[data-tabs="' + group + '"]', function (tabs) {
      each('[role="tab"]', function (tab) { if (tab.textContent.trim() === name) choose(tab, false); }, tabs);
    });
  }
  each('[role="tablist"]', function (list) {
    var group = list.parentNode.dataset.tabs;
    var use = function (tab, focus) {
      choose(tab, focus);
      if (group) {
        chooseByName(group, tab.textContent.trim());
        remember('handbook-tab-' + group, tab.textContent.trim());
      }
    };
    list.addEventListener('click', function (event) {
      var tab = event.target.closest('[role="tab"]');
      if (tab) use(tab, false);
    });
    list.addEventListener('keydown', function (event) {
      var tabs = Array.prototype.slice.call(list.querySelectorAll('[role="tab"]'));
      var at = tabs.indexOf(document.activeElement);
      var to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined || at < 0) return;
      event.preventDefault();
      use(tabs[(to + tabs.length) % tabs.length], true);
    });
    var stored = group && recall('handbook-tab-' + group);
    if (stored) chooseByName(group, stored);
  });

  // Copy buttons.
  function copyText(text) {
    if (!navigator.clipboard) return copySelection(text);
    return navigator.clipboard.writeText(text).catch(function () { return copySelection(text); });
  }
  function copySelection(text) {
    return new Promise(function (done, fail) {
      var area = document.createElement('textarea');
      area.value = text;
      area.style.position = 'fixed';
      area.style.opacity = '0';
      document.body.appendChild(area);
      area.select();
      var copied = document.execCommand('copy');
      area.remove();
      if (copied) done(); else fail(new Error('copy refused'));
    });
  }
  each('.copy', function (button) {
    button.addEventListener('click', function () {
      var code = button.closest('.code').querySelector('code');
      var say = function (word) {
        button.textContent = word;
        button.classList.toggle('done', word === 'Copied');
        setTimeout(function () {
          button.textContent = 'Copy';
          button.classList.remove('done');
        }, 1600);
      };
      copyText(code.textContent).then(function () { say('Copied'); }, function () { say('Not allowed'); });
    });
  });

  // A link to a closed accordion opens it.
  function openTarget() {
    var id = '';
    try { id = decodeURIComponent(location.hash.slice(1)); } catch (error) { return; }
    var target = id && document.getElementById(id);
    var fold = target && target.closest('details');
    if (fold && !fold.open) {
      fold.open = true;
      target.scrollIntoView();
    }
  }
  window.addEventListener('hashchange', openTarget);
  openTarget();

  // On paper nothing is folded.
  window.addEventListener('beforeprint', function () {
    each('.prose details', function (fold) { fold.open = true; });
  });

  // Table of contents: folded on small screens, and following the reader on large ones.
  var toc = document.querySelector('.toc');
  if (toc) {
    if (window.matchMedia('(max-width: 74.99rem)').matches) toc.open = false;
    if ('IntersectionObserver' in window) {
      var links = {};
      each('a', function (link) { links[decodeURIComponent(link.hash.slice(1))] = link; }, toc);
      var watch = new IntersectionObserver(function (entries) {
        entries.forEach(function (entry) {
          if (!entry.isIntersecting) return;
          each('[aria-current]', function (link) { link.removeAttribute('aria-current'); }, toc);
          links[entry.target.id].setAttribute('aria-current', 'true');
        });
      }, { rootMargin: '-60px 0px -65% 0px' });
      each('.prose h2[id], .prose h3[id]', function (heading) { if (links[heading.id]) watch.observe(heading); });
    }
  }
})();
