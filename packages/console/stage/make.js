// Creates elements from platform content. Text becomes text nodes. The browser parses only HTML that the service sanitized.

/**
 * @param {string} tag
 * @param {Readonly<Record<string, string | number | boolean | null | undefined>>} attributes `true` sets an empty attribute; `false`, `null` and `undefined` set none
 * @param {...(Node | string | null | false | undefined)} children
 */
export const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value))
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child)
  return element
}

/**
 * A link that opens in a new window.
 * @param {string} url
 * @param {...(Node | string | null | false | undefined)} children
 */
export const link = (url, ...children) => make('a', { href: url, rel: 'noopener noreferrer nofollow' }, ...children)

/** @param {string} url @param {string | null} alt */
export const image = (url, alt) =>
  make('img', { src: url, alt: alt ?? '', loading: 'lazy', referrerpolicy: 'no-referrer' })

/** @param {string} html */
export const markup = (html) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return make('div', { class: 'markup', dir: 'auto' }, ...document.adoptNode(body).childNodes)
}
