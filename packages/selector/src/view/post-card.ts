// A selectable post: a checkbox with a label, an image, the beginning of the text, and a link. Loads only the image.

import { chosenFrom, keyOf } from '../choice.ts'
import { dateOf, httpUrlOf, labelOf, type PreviewImage, previewImageOf, textOfCard } from '../describe-post.ts'
import type { Post } from '../posts.ts'
import type { Say } from '../strings.ts'
import { ICONS, make, makeButton, makeIcon } from './make.ts'

/** Maps an image URL to another one, such as a copy on the page's server; null for no image. */
export type PictureAddress = (url: string, post: Post) => string | null

export type PostCard = {
  readonly root: HTMLLIElement
  readonly post: Post
  readonly key: string
  readonly checkbox: HTMLInputElement
  /** Adds the card to the Tab order. Only one card is in it at a time. */
  setReachable(isReachable: boolean): void
}

const ANIMATED = ['video', 'gif']

const placeholder = (say: Say): HTMLElement =>
  make('span', { class: 'no-picture', part: 'no-picture' }, makeIcon(ICONS.image), make('span', {}, say('noPicture')))

const makeImage = ({ url, alt }: PreviewImage, id: string, say: Say): HTMLImageElement => {
  const image = make('img', {
    ...{ id, alt, loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer', draggable: 'false' },
  })
  // The host may reject other sites, and the URL may have expired.
  image.addEventListener('error', () => image.replaceWith(placeholder(say)), { once: true })
  image.src = url
  return image
}

const makePreviewImage = (post: Post, id: string, say: Say, mapUrl: PictureAddress) => {
  const found = previewImageOf(post)
  const url = found === null ? null : httpUrlOf(mapUrl(found.url, post), document.baseURI)
  if (found === null || url === null) return undefined
  const isAnimated = ANIMATED.includes(post.media[0]?.type ?? '')
  const frame = make('span', { class: 'picture', part: 'picture' })
  const show = () => {
    frame.replaceChildren(makeImage({ ...found, url }, id, say))
    if (isAnimated) frame.append(make('span', { class: 'play' }, makeIcon(ICONS.play)))
  }
  if (post.sensitive === true) frame.append(make('span', { class: 'no-picture covered' }, say('covered')))
  else show()
  return { frame, show }
}

const makeText = (post: Post, restId: string, say: Say): HTMLElement => {
  const { begin, rest } = textOfCard(post)
  if (begin === '') return make('span', { class: 'text none', part: 'text' }, say('wordless'))
  const text = make(
    'span',
    { class: 'text', part: 'text', dir: 'auto' },
    make('span', { class: post.title === null ? 'begin' : 'title' }, begin),
  )
  if (post.language !== null) text.lang = post.language
  if (rest !== '') text.append(make('span', { id: restId }, rest))
  return text
}

const makeWhen = (post: Post, say: Say): HTMLElement => {
  const date = dateOf(post.publishedAt, say)
  const time = post.publishedAt === null ? make('span', {}, date) : make('time', { datetime: post.publishedAt }, date)
  return make('span', { class: 'about' }, time, make('span', { class: 'kind', part: 'kind' }, say.kind(post.kind)))
}

export const createPostCard = (post: Post, id: string, say: Say, mapUrl: PictureAddress): PostCard => {
  const [restId, imageId] = [`${id}-rest`, `${id}-picture`]
  const label = labelOf(chosenFrom(post), say)
  const checkbox = make('input', {
    ...{ type: 'checkbox', tabindex: -1, 'aria-label': label, 'aria-describedby': `${restId} ${imageId}` },
  })
  const body = make('label', { class: 'choose' }, checkbox)
  const others: HTMLElement[] = []
  const foot = make('span', { class: 'foot' })

  const preview = makePreviewImage(post, imageId, say, mapUrl)
  if (preview !== undefined) body.append(preview.frame)
  if (preview !== undefined && post.sensitive === true) {
    const uncover = makeButton(
      { class: 'plain', tabindex: -1, 'aria-label': say('uncoverOf', { post: label }) },
      () => {
        preview.show()
        checkbox.focus()
        uncover.remove()
      },
      say('uncover'),
    )
    others.push(uncover)
  }
  body.append(makeWhen(post, say), makeText(post, restId, say))

  const href = httpUrlOf(post.url)
  if (href !== null) {
    const link = make(
      'a',
      {
        ...{ href, target: '_blank', rel: 'noopener noreferrer nofollow ugc', part: 'link', tabindex: -1 },
        'aria-label': say('openOf', { post: label }),
      },
      say('open'),
      makeIcon(ICONS.open),
    )
    others.push(link)
  }
  foot.append(...others)
  const root = make('li', { class: 'post', part: 'post' }, body, foot)

  return {
    root,
    post,
    key: keyOf(post),
    checkbox,
    setReachable(isReachable) {
      for (const control of [checkbox, ...others]) control.tabIndex = isReachable ? 0 : -1
    },
  }
}
