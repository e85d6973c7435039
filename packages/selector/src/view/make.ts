// Creates elements. Inserts text as text nodes, and never parses HTML.

type Attributes = Readonly<Record<string, string | number | boolean>>

const SVG = 'http://www.w3.org/2000/svg'

const setAttributes = (element: Element, attributes: Attributes): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
}

/** `false` omits an attribute, `true` sets it to an empty string. */
export const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  setAttributes(element, attributes)
  element.append(...children)
  return element
}

/** A decorative line icon in the color of the text. */
export const makeIcon = (path: string): SVGElement => {
  const line = document.createElementNS(SVG, 'path')
  setAttributes(line, { d: path })
  const icon = document.createElementNS(SVG, 'svg')
  setAttributes(icon, { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' })
  icon.append(line)
  return icon
}

export const makeButton = (attributes: Attributes, act: () => void, ...children: readonly (Node | string)[]) => {
  const button = make('button', { type: 'button', ...attributes }, ...children)
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') !== 'true') act()
  })
  return button
}

/** Uses `aria-disabled`, so that a disabled button keeps the focus. */
export const setUsable = (button: HTMLButtonElement, isUsable: boolean): void => {
  button.setAttribute('aria-disabled', String(!isUsable))
}

export const ICONS = {
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  remove: 'M6 6l12 12M18 6L6 18',
  open: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  play: 'M8 5v14l11-7z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
} as const
