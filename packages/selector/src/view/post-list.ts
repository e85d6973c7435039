// The posts of a profile as a list of checkboxes with keyboard navigation: arrows, Home and End move, Shift selects a range.

import { keyOf, keysOf } from '../choice.ts'
import type { Post } from '../posts.ts'
import type { Say } from '../strings.ts'
import { make } from './make.ts'
import { createPostCard, type PictureAddress, type PostCard } from './post-card.ts'

export type PostList = {
  readonly root: HTMLFieldSetElement
  /** Adds cards for new posts, and removes cards of other posts. */
  show(legend: string, posts: readonly Post[], isWhole: boolean): void
  setBusy(isBusy: boolean): void
  /** Hides posts that do not match. Returns the number of visible ones. */
  filter(isShown: (post: Post) => boolean): number
  /** Checks the posts with these keys. */
  mark(chosen: ReadonlySet<string>): void
  /** Focuses the first visible one of these posts. Returns whether there is one. */
  focusFirst(posts: readonly Post[]): boolean
  /** Focuses the post that last had the focus. Returns whether there is any post. */
  focus(): boolean
  /** The element at which the browser shows a validation message. */
  readonly anchor: HTMLElement
}

export type PostListOptions = {
  readonly say: Say
  readonly pictureAddress: PictureAddress
  readonly choose: (posts: readonly Post[], isChosen: boolean) => void
}

const SKELETONS = 6

export const createPostList = ({ say, pictureAddress, choose }: PostListOptions): PostList => {
  const legend = make('legend', { part: 'legend' })
  const list = make('ul', { class: 'posts', part: 'posts' })
  const hint = make('p', { class: 'hint', part: 'hint', id: 'hint' }, say('hint'))
  const root = make('fieldset', { class: 'list', 'aria-describedby': 'hint' }, legend, hint, list)
  const cards = new Map<string, PostCard>()
  let isEndless = true
  let active: PostCard | undefined
  /** Start of a range: the post that was checked or unchecked last. */
  let last: PostCard | undefined
  let nextId = 0

  const shown = (): readonly PostCard[] => [...cards.values()].filter((card) => !card.root.hidden)

  const activate = (card: PostCard | undefined): void => {
    active?.setReachable(false)
    active = card
    active?.setReachable(true)
  }

  const cardOf = (target: EventTarget | null): PostCard | undefined => {
    const item = target instanceof Element ? target.closest('li') : null
    return [...cards.values()].find(({ root }) => root === item)
  }

  const updatePositions = (): void => {
    const visible = shown()
    for (const [index, { root }] of visible.entries()) {
      root.setAttribute('aria-posinset', String(index + 1))
      root.setAttribute('aria-setsize', String(isEndless ? -1 : visible.length))
    }
    if (active === undefined || active.root.hidden || !active.root.isConnected) activate(visible[0])
  }

  const columns = (): number => getComputedStyle(list).gridTemplateColumns.split(' ').length

  /** Key → number of posts to move. In right-to-left pages, the next post is on the left. */
  const steps = (count: number): Readonly<Record<string, number>> => {
    const forward = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    return {
      ArrowRight: forward,
      ArrowLeft: -forward,
      ...{ ArrowDown: columns(), ArrowUp: -columns(), Home: -count, End: count },
    }
  }

  const chooseRange = (card: PostCard, isChosen: boolean): void => {
    const visible = shown()
    const ends = [visible.indexOf(last ?? card), visible.indexOf(card)].map((index) => Math.max(0, index))
    const range = visible.slice(Math.min(...ends), Math.max(...ends) + 1)
    last = card
    choose(
      range.map(({ post }) => post),
      isChosen,
    )
  }

  list.addEventListener('focusin', ({ target }) => {
    const card = cardOf(target)
    if (card !== undefined) activate(card)
  })

  list.addEventListener('click', ({ target, shiftKey }) => {
    const card = cardOf(target)
    if (card === undefined || target !== card.checkbox) return
    const { checked } = card.checkbox
    if (shiftKey) chooseRange(card, checked)
    else {
      last = card
      choose([card.post], checked)
    }
  })

  // Prevents text selection when a range is selected with the mouse.
  list.addEventListener('mousedown', (event) => {
    if (event.shiftKey) event.preventDefault()
  })

  list.addEventListener('keydown', (event) => {
    const card = cardOf(event.target)
    if (card === undefined || event.target !== card.checkbox || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === ' ' && event.shiftKey) {
      event.preventDefault()
      chooseRange(card, !card.checkbox.checked)
      return
    }
    const visible = shown()
    const step = steps(visible.length)[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = visible.indexOf(card)
    const target = index + step
    const isRow = Math.abs(step) > 1 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    if (isRow && visible[target] === undefined) return
    visible[Math.min(Math.max(target, 0), visible.length - 1)]?.checkbox.focus()
  })

  // Otherwise releasing Space would toggle the checkbox again.
  list.addEventListener('keyup', (event) => {
    if (event.key === ' ' && event.shiftKey) event.preventDefault()
  })

  const skeleton = (): HTMLElement => make('li', { class: 'skeleton', 'aria-hidden': 'true' })

  return {
    root,
    show(title, posts, isWhole) {
      legend.textContent = title
      root.hidden = title === ''
      isEndless = !isWhole
      const keys = keysOf(posts)
      for (const [key, { root: card }] of cards) {
        if (keys.has(key)) continue
        card.remove()
        cards.delete(key)
      }
      for (const post of posts) {
        const key = keyOf(post)
        if (cards.has(key)) continue
        nextId += 1
        const card = createPostCard(post, `post-${nextId}`, say, pictureAddress)
        cards.set(key, card)
        list.append(card.root)
      }
      updatePositions()
    },
    setBusy(isBusy) {
      list.setAttribute('aria-busy', String(isBusy))
      for (const each of list.querySelectorAll('.skeleton')) each.remove()
      if (isBusy && cards.size === 0) list.append(...Array.from({ length: SKELETONS }, skeleton))
    },
    filter(isShown) {
      for (const { root: card, post } of cards.values()) card.hidden = !isShown(post)
      updatePositions()
      return shown().length
    },
    mark(chosen) {
      for (const { checkbox, key } of cards.values()) checkbox.checked = chosen.has(key)
    },
    focusFirst(posts) {
      const keys = keysOf(posts)
      const card = shown().find(({ key }) => keys.has(key))
      card?.checkbox.focus()
      return card !== undefined
    },
    focus() {
      active?.checkbox.focus()
      return active !== undefined
    },
    get anchor() {
      return active?.checkbox ?? root
    },
  }
}
