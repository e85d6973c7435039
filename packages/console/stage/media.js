// The images, videos and audio of a post.

/** @import { Media } from '../../service/src/post/post.ts' */

import { image, link, make } from './make.js'

/** Further images are counted. */
const SHOWN = 4

/** @param {readonly Media[]} media */
export const mediaGrid = (media) => {
  if (media.length === 0) return false
  const shown = media.slice(0, SHOWN)
  const more = media.length - shown.length
  return make(
    'div',
    { class: `media of-${shown.length}` },
    ...shown.map((each, at) =>
      make(
        'div',
        { class: `medium ${each.type}` },
        mediaOf(each),
        more > 0 && at === SHOWN - 1 && make('span', { class: 'rest' }, `+${more}`),
      ),
    ),
  )
}

/** @param {Media} media */
const mediaOf = ({ type, url, previewUrl, embedUrl, alt, width, height }) => {
  if (url !== null && type === 'image') return image(previewUrl ?? url, alt)
  if (url !== null && type === 'audio') {
    return make('audio', { src: url, controls: true, preload: 'none', 'aria-label': alt ?? 'Audio' })
  }
  if (url !== null) {
    return make('video', {
      src: url,
      poster: previewUrl,
      controls: true,
      preload: 'none',
      playsinline: true,
      'aria-label': alt ?? 'Video',
      width,
      height: width === null ? null : height,
      ...(type === 'gif' && { muted: true, loop: true }),
    })
  }
  const still = previewUrl !== null && image(previewUrl, alt)
  // A site embeds the player in a frame. The playground only links to it, so that no third-party page runs here.
  return embedUrl === null ? still : make('div', {}, still, link(embedUrl, `Open ${type} player`))
}
