// The screenshots of README and docs: which page of the running service each one shows.

export type Scene = {
  /** The file is `docs/images/<name>.webp`, and `<name>-dark.webp` with the dark scheme. */
  readonly name: string
  /** The path and fragment. `{license}` becomes the id of a license. */
  readonly path: string
  /** A selector of what the screenshot is about. The screenshot is taken when it is visible. */
  readonly shows: string
  /** The size of the window in CSS pixels; 1280 × 800 by default. */
  readonly width?: number
  readonly height?: number
  /** Presses this button first. */
  readonly press?: string
  /** A selector in the frame of the page that has to be visible as well. */
  readonly inFrame?: string
}

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Scenes of the running service. */
export const SCENES: readonly Scene[] = [
  { name: 'console', path: '/console/#/overview', shows: 'main h1:text-is("Overview")' },
  { name: 'console-licenses', path: '/console/#/licenses', shows: 'main table' },
  { name: 'console-license', path: '/console/#/licenses/{license}', shows: 'main h1:has-text("Harbor Bakery")' },
  { name: 'console-platforms', path: '/console/#/platforms', shows: 'main h1:text-is("Platforms")' },
  {
    name: 'console-playground',
    path: '/console/#/playground',
    shows: 'main h1:text-is("Playground")',
    press: 'Run',
    inFrame: 'article',
  },
  { name: 'console-requests', path: '/console/#/requests', shows: 'main table' },
]

/** A feed of the WordPress kit, on a site with the theme that comes with WordPress. */
export const FEED = {
  name: 'feed',
  shortcode: 'count="9" layout="masonry" columns="3"',
  width: 1280,
  height: 860,
} as const

/** All layouts beside each other. */
export const SHEET = { name: 'feed-layouts', width: 1280, height: 1532 } as const

/** The image of a scene, relative to the repository. */
export const imageOf = (name: string, scheme: Scheme): string =>
  `docs/images/${name}${scheme === 'dark' ? '-dark' : ''}.webp`
