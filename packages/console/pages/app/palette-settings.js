// The settings of the service, for the command palette: the documentation serves a list of them.

const LIST = new URL('../docs/settings.json', document.baseURI).href
const FOUND = 6

/** @typedef {{ readonly title: string, readonly href: string, readonly text: string }} Setting */

/** @type {Promise<readonly Setting[]> | undefined} */
let settings

const load = () => {
  // Without the documentation, such as behind a proxy that hides it, the palette finds everything else.
  settings ??= fetch(LIST)
    .then((response) => (response.ok ? response.json() : []))
    .catch(() => [])
  return settings
}

/**
 * Settings whose name contains every word of the text, the shortest names first.
 * @param {string} text
 * @returns {Promise<readonly import('./palette-items.js').Item[]>}
 */
export const findSettings = async (text) => {
  const words = text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
  if (words.length === 0) return []
  return (await load())
    .filter(({ title }) => words.every((word) => title.split('_').some((part) => part.startsWith(word))))
    .sort((one, other) => one.title.length - other.title.length)
    .slice(0, FOUND)
    .map(({ title, href, text: meaning }) => ({
      group: 'Settings',
      label: title,
      note: meaning,
      icon: 'book',
      href: `..${href}`,
    }))
}
