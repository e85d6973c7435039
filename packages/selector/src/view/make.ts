// Elements made from names, attributes and text. Text goes in as text: nothing here reads HTML.

type Attributes = Readonly<Record<string, string | number | boolean>>

const SVG = 'http://www.w3.org/2000/svg'

const setAttributes = (element: Element, attributes: Attributes): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
}

/** An attribute that is `false` is left out, one that is `true` is empty. */
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

/** Of lines, in the color of the text around; for the eye alone. */
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

/** A button that cannot be used now keeps the focus that it has. */
export const setUsable = (button: HTMLButtonElement, isUsable: boolean): void => {
  button.setAttribute('aria-disabled', String(!isUsable))
}

export const ICONS = {
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  remove: 'M6 6l12 12M18 6L6 18',
  open: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  play: 'M8 5v14l11-7z',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
} as const
