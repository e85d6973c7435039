// Whose pages the consent is asked on: the vendor's name, logo and color, by settings.

export type Brand = {
  readonly name: string
  /** An https URL. */
  readonly logoUrl: string | undefined
  /** `#rrggbb` */
  readonly color: string | undefined
  /** An https or mailto URL. */
  readonly supportUrl: string | undefined
}

/** WCAG 2.2, relative luminance. */
const luminanceOf = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black or white, whichever is read more easily on the color: one of them always has a contrast of 4.5. */
export const textOn = (color: string): '#000000' | '#ffffff' => {
  const luminance = luminanceOf(color)
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

/** The stylesheet of the brand; empty without a color. */
export const brandStyle = ({ color }: Pick<Brand, 'color'>): string =>
  color === undefined ? '' : `:root { --brand: ${color}; --on-brand: ${textOn(color)}; }\n`
