// The photos of the demonstration: those of the theme that comes with WordPress, whose license allows it. Each URL names its file and size.

/** File in the theme → width and height of the photo, or half of them. */
const SIZES = {
  '404-image': [1048, 1342],
  'akaka-falls-state-park-flora': [362, 362],
  'botany-flowers': [1520, 1448],
  'botany-flowers-closeup': [1200, 798],
  'campanula-alliariifolia-flower': [577, 577],
  'category-anthuriums': [297, 403],
  'category-cactus': [297, 403],
  'category-sunflowers': [297, 403],
  'coming-soon-bg-image': [1440, 1023],
  'coral-square': [594, 594],
  'dallas-creek-square': [594, 594],
  'delphinium-flowers': [577, 577],
  'flower-meadow-square': [594, 594],
  'grid-flower-1': [1520, 808],
  'grid-flower-2': [794, 1125],
  'malibu-plantlife': [364, 364],
  'marshland-birds-square': [594, 594],
  'northern-buttercups-flowers': [1440, 832],
  'red-hibiscus-closeup': [1079, 783],
  'star-thristle-flower': [577, 577],
} as const satisfies Record<string, readonly [width: number, height: number]>

export type Photo = keyof typeof SIZES

const HOST = 'https://img.example/'

/** The URL has a form that `packages/wordpress/test/site/drop-ins/pictures.php` serves, too. */
export const photoUrl = (name: Photo): string => `${HOST}${name.replaceAll('-', '_')}-${SIZES[name].join('x')}`

/** File name of the photo at a URL. */
export const photoFile = (url: string): string | undefined => {
  const [, name] = /^https:\/\/img\.example\/(\w+)-\d+x\d+$/.exec(url) ?? []
  return name === undefined ? undefined : `${name.replaceAll('_', '-')}.webp`
}

export const photo = (name: Photo, alt: string) => ({
  type: 'image',
  url: photoUrl(name),
  previewUrl: null,
  embedUrl: null,
  width: SIZES[name][0],
  height: SIZES[name][1],
  durationSeconds: null,
  alt,
})

/** A video or a recording in a player. */
export const player = (type: 'video' | 'audio', host: string, seconds: number, poster?: Photo) => ({
  type,
  url: null,
  previewUrl: poster === undefined ? null : photoUrl(poster),
  embedUrl: `https://${host}/embed/1`,
  width: poster === undefined ? null : 1280,
  height: poster === undefined ? null : 720,
  durationSeconds: seconds,
  alt: null,
})
