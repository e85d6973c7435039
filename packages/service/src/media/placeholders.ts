// Images that hosts send in place of one that they do not have, with the status of a success. A page shows its own
// placeholder better.

import type { ImageSize } from './image-size.ts'

type Row = {
  readonly host: RegExp
  /** Of the URL that responded. */
  readonly path?: RegExp
  /** Paths of images that may have this size. */
  readonly except?: RegExp
  readonly size?: ImageSize
}

/** As public reports describe them. */
const ROWS: readonly Row[] = [
  // A gray image, in the size of the smallest thumbnails, for a size that a video does not have.
  {
    host: /(?:^|\.)(?:ytimg|img\.youtube)\.com$/,
    except: /\/(?:default(?:_live)?|[123])\.(?:jpg|webp)$/,
    size: { width: 120, height: 90 },
  },
  // https://github.com/ubershmekel/redditp/pull/52, https://github.com/mikf/gallery-dl/issues/5308
  { host: /(?:^|\.)imgur\.com$/, path: /^\/removed\.png$/ },
  { host: /(?:^|\.)imgur\.com$/, size: { width: 161, height: 81 } },
  // https://github.com/GreenInfo-Network/caliparks.org/issues/491
  { host: /(?:^|\.)(?:staticflickr|flickr|yimg)\.com$/, path: /\/photo_unavailable[^/]*$/ },
]

const isPixel = (size: ImageSize | undefined): boolean => size?.width === 1 && size.height === 1

const isSame = (size: ImageSize | undefined, other: ImageSize): boolean =>
  size?.width === other.width && size.height === other.height

/** `url`: that responded, after redirects. A single pixel is never an image of a post. */
export const isPlaceholder = (url: string, size: ImageSize | undefined): boolean => {
  if (isPixel(size)) return true
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  return ROWS.some(
    (row) =>
      row.host.test(hostname) &&
      (row.path === undefined || row.path.test(pathname)) &&
      row.except?.test(pathname) !== true &&
      (row.size === undefined || isSame(size, row.size)),
  )
}
