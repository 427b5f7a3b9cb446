/**
 * Makes pickers (languages, versions) open the chosen option, as the site's script did. Applies only if all options are
 * addresses of pages, and the list has no handler of its own.
 */
export function installPickers(): void {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.multiple || target.hasAttribute('onchange')) return;
    const values = [...target.options].map((option) => option.getAttribute('value') ?? '');
    const places = values.filter((value) => value !== '');
    if (places.length === 0 || !places.every((value) => PAGE.test(value)) || target.value === '') return;
    location.href = target.value;
  });
}

/** A file of the bundle, or a page elsewhere. */
const PAGE = /^(?:https?:\/\/\S+|(?![a-z][a-z0-9+.-]*:)[^?#]*\.x?html?(?:[?#].*)?)$/i;
