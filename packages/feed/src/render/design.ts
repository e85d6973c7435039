// The design of a feed: layout, columns, shape, and the parts of a card. The same names and values as in the WordPress kit.

export const LAYOUTS = ['grid', 'masonry', 'list', 'carousel', 'highlight', 'justified', 'single', 'timeline'] as const
export const LOOKS = ['soft', 'minimal', 'overlay', 'editorial', 'contrast'] as const
const RATIOS = ['1/1', '4/5', '3/4', '2/3', '9/16', '5/4', '4/3', '3/2', '16/9', 'original']
const HOVERS = ['none', 'lift', 'zoom', 'dim'] as const

const SIZES = {
  gap: { none: '0', small: '0.5rem', medium: '1.25rem', large: '2rem' },
  corner: { none: '0', small: '4px', medium: '12px', large: '24px' },
  shadow: {
    none: 'none',
    small: '0 1px 3px rgb(0 0 0 / 16%)',
    medium: '0 4px 16px rgb(0 0 0 / 14%)',
    large: '0 12px 40px rgb(0 0 0 / 20%)',
  },
} as const
const MAX_COLUMNS = 6
const MAX_LINES = 40

/** Width of a card's image on phones, on tablets and on desktops, where the layout decides alone. */
const IMAGE_WIDTHS: Readonly<Record<string, readonly [string, string, string]>> = {
  list: ['100vw', '40vw', '320px'],
  single: ['100vw', '100vw', '720px'],
  timeline: ['100vw', '100vw', '720px'],
}
/** Pixels that the columns of a desktop share. */
const DESKTOP_PX = 1340

export type Layout = (typeof LAYOUTS)[number]
/** A part that can be turned off. */
export type Part =
  | ('head' | 'bio' | 'visit' | 'author' | 'date' | 'text' | 'counts' | 'mark' | 'link' | 'more' | 'profile')
  | 'lightbox'
export type Size = keyof (typeof SIZES)['gap']

export type DesignOptions = {
  /** `grid` by default. */
  readonly layout?: Layout | undefined
  /** Columns from 1024 pixels, 1 to 6; 3 by default. Fewer where a column would be narrower than 9rem. */
  readonly columns?: number | undefined
  /** Columns from 600 pixels, and below. */
  readonly tablet?: number | undefined
  readonly phone?: number | undefined
  /** Proportions of images, such as `4:5`, or `original`. */
  readonly ratio?: string | undefined
  readonly gap?: Size | undefined
  readonly corner?: Size | undefined
  readonly shadow?: Size | undefined
  readonly hover?: (typeof HOVERS)[number] | undefined
  /** Lines of text before “more”, 1 to 40. */
  readonly lines?: number | undefined
  /** Parts that are not shown. */
  readonly without?: readonly Part[] | undefined
}

export type Design = {
  readonly layout: Layout
  readonly hasLightbox: boolean
  /** Whether cards show the full text and all media. */
  readonly isWhole: boolean
  readonly classes: string
  /** The custom properties that differ from the stylesheet's. */
  readonly style: string
  /** The `sizes` attribute of a card's image. */
  readonly imageSizes: string
  /** Number of posts in the first row of a desktop. */
  readonly firstRow: number
  shows(part: Part): boolean
}

const choice = <Value extends string>(value: unknown, choices: readonly Value[]): Value | undefined =>
  choices.find((each) => each === value)

const whole = (value: unknown, min: number, max: number, fallback: number): number => {
  const number = Math.trunc(Number(value ?? Number.NaN))
  return Number.isNaN(number) ? fallback : Math.max(min, Math.min(max, number))
}

/** Never throws: an invalid value is replaced with the default. */
export const designOf = (options: DesignOptions): Design => {
  const layout = choice(options.layout, LAYOUTS) ?? 'grid'
  const columns = whole(options.columns, 1, MAX_COLUMNS, 3)
  const tablet = whole(options.tablet, 0, MAX_COLUMNS, 0)
  const phone = whole(options.phone, 0, MAX_COLUMNS, 0)
  const lines = whole(options.lines, 0, MAX_LINES, 0)
  const ratio = choice(options.ratio?.replace(':', '/').replaceAll(' ', ''), RATIOS)
  const hover = choice(options.hover, HOVERS)
  const without = new Set<unknown>(options.without)
  const sizes = Object.entries(SIZES).map(([name, values]) => {
    const size = options[name as keyof typeof SIZES]
    return [name, size !== undefined && Object.hasOwn(values, size) ? values[size] : ''] as const
  })
  const properties = [
    ['columns', String(columns)],
    ['columns-tablet', String(tablet || '')],
    ['columns-phone', String(phone || '')],
    ['ratio', ratio === 'original' ? '' : (ratio ?? '')],
    ['lines', String(lines || '')],
    ...sizes,
  ] as const
  const [narrow, middle, wide] = IMAGE_WIDTHS[layout] ?? [
    `${Math.trunc(100 / Math.max(1, phone))}vw`,
    `${Math.trunc(100 / (tablet || Math.min(2, columns)))}vw`,
    `${Math.trunc(DESKTOP_PX / columns)}px`,
  ]
  const isWhole = layout === 'single'
  return {
    layout,
    isWhole,
    hasLightbox: !isWhole && !without.has('lightbox'),
    classes: `central-posts-stream is-${layout}${hover ? ` is-hover-${hover}` : ''}${ratio === 'original' ? ' is-original' : ''}`,
    style: properties
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `--central-posts-${name}:${value}`)
      .join(';'),
    firstRow: layout in IMAGE_WIDTHS ? 1 : columns,
    imageSizes: `(max-width: 600px) ${narrow}, (max-width: 1024px) ${middle}, ${wide}`,
    shows: (part) => !without.has(part),
  }
}
