// A contact sheet: every layout of a feed with the posts of the demonstration, beside each other.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { FeedPage } from '../../packages/feed/src/render-feed.ts'
import { bundleFiles } from '../../packages/feed/test/open-page.ts'
import { GARDEN_POSTS, gardenPage, HASHTAG_PAGE, PLAYLIST_PAGE, pickPosts } from './demo/garden.ts'
import { photoFile } from './demo/photos.ts'
import { type Scheme, SHEET } from './scenes.ts'

type Tile = {
  readonly title: string
  readonly data: FeedPage
  /** Attributes of the element. */
  readonly attributes: string
}

const PHOTOS = GARDEN_POSTS.filter(({ kind }) => kind === 'image')

const TILES: readonly Tile[] = [
  { title: 'Grid', data: gardenPage(GARDEN_POSTS.slice(0, 9)), attributes: 'layout="grid"' },
  { title: 'Masonry', data: gardenPage(GARDEN_POSTS), attributes: 'layout="masonry"' },
  {
    title: 'Highlight',
    data: gardenPage(pickPosts('birds', 'columbine', 'plates', 'hibiscus', 'pine', 'cactus', 'lilies', 'geranium')),
    attributes: 'layout="highlight"',
  },
  { title: 'Justified', data: gardenPage([...PHOTOS, ...PHOTOS.slice(0, 2)]), attributes: 'layout="justified"' },
  { title: 'Carousel', data: gardenPage(GARDEN_POSTS.slice(0, 8)), attributes: 'layout="carousel"' },
  { title: 'List', data: gardenPage(GARDEN_POSTS.slice(0, 6)), attributes: 'layout="list"' },
  {
    title: 'Timeline',
    data: gardenPage(pickPosts('swap', 'hibiscus', 'late', 'birds'), 'mastodon'),
    attributes: 'layout="timeline"',
  },
  { title: 'Single', data: gardenPage(pickPosts('plates', 'swap'), 'mastodon'), attributes: 'layout="single"' },
  { title: 'A hashtag wall', data: HASHTAG_PAGE, attributes: 'layout="masonry" columns="4"' },
  { title: 'A playlist', data: PLAYLIST_PAGE, attributes: 'layout="grid" ratio="16:9" without="author,date,link"' },
  {
    title: 'Style “Overlay”',
    data: gardenPage(PHOTOS),
    attributes: 'layout="grid" look="overlay" without="author,date" columns="4"',
  },
  {
    title: 'Style “Editorial”',
    data: gardenPage(pickPosts('meadow', 'hibiscus', 'quote', 'lilies', 'pine', 'swap')),
    attributes: 'layout="grid" look="editorial"',
  },
]

const COLORS = {
  light: { page: '#f3f2ef', tile: '#fff', text: '#1b1d21' },
  dark: { page: '#0b0c0e', tile: '#16181c', text: '#eceef0' },
} as const

/** Width of a feed before it is made smaller, and how much smaller. */
const FEED_PX = 1_100
const SCALE = 0.36

const styleOf = (scheme: Scheme): string => `
  body { background: ${COLORS[scheme].page}; color: ${COLORS[scheme].text}; margin: 0; font: 16px/1.5 Inter, "Helvetica Neue", Arial, sans-serif; }
  main { display: grid; gap: 22px; grid-template-columns: repeat(3, ${FEED_PX * SCALE}px); justify-content: center; padding: 22px 0; }
  figure { margin: 0; }
  figcaption { font-size: 13px; font-weight: 600; padding-block-end: 6px; }
  .tile { background: ${COLORS[scheme].tile}; block-size: 330px; border-radius: 10px; overflow: hidden; position: relative; }
  .feed { inline-size: ${FEED_PX - 64}px; padding: 32px; scale: ${SCALE}; transform-origin: 0 0; }`

/** Opens the sheet. The caller closes the page's context. `photos`: folder of the theme's images. */
export const openSheet = async (browser: Browser, photos: string, scheme: Scheme): Promise<Page> => {
  const files = await bundleFiles()
  const context = await browser.newContext({
    viewport: { width: SHEET.width, height: SHEET.height },
    deviceScaleFactor: 1.5,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const tiles = TILES.map(
    ({ title, attributes }, at) =>
      `<figure><figcaption>${title}</figcaption><div class="tile"><div class="feed"><central-feed id="feed-${at}" ${attributes}></central-feed></div></div></figure>`,
  )
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Layouts</title><link rel="stylesheet" href="/central-posts.css"><style>${styleOf(scheme)}</style><main>${tiles.join('')}</main>`
  await page.route('**/*', (route) => {
    const url = route.request().url()
    const file = photoFile(url)
    if (file !== undefined) return route.fulfill({ contentType: 'image/webp', body: readFileSync(join(photos, file)) })
    const name = new URL(url).pathname.slice(1)
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html })
    return route.fulfill({
      contentType: name.endsWith('.css') ? 'text/css' : 'text/javascript',
      body: files.get(name) ?? '',
    })
  })
  await page.goto('https://shop.example/')
  await page.addScriptTag({ url: '/central-posts.js', type: 'module' })
  const pages = JSON.stringify(TILES.map(({ data }) => data))
  await page.evaluate(`for (const [at, data] of ${pages}.entries()) document.querySelector('#feed-' + at).data = data`)
  await page
    .locator('central-feed[data-state="ready"]')
    .nth(TILES.length - 1)
    .waitFor()
  await page.evaluate(
    "Promise.all([...document.images].map((image) => { image.loading = 'eager'; image.decoding = 'sync'; return image.decode() }))",
  )
  // A decoded image is painted with the next frame, and on a busy machine with the one after it.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  return page
}
