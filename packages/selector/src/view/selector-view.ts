// The whole view: filter, posts, the area below them, and the selected posts.

import { type ChosenPost, keysOf } from '../choice.ts'
import type { Feed } from '../feed.ts'
import { type Filter, isFiltering, matches, NO_FILTER } from '../filter.ts'
import type { Platform, Post, Profile } from '../posts.ts'
import type { Recognized } from '../recognizer.ts'
import type { Say } from '../strings.ts'
import { createChosenList } from './chosen-list.ts'
import { createFoot } from './foot.ts'
import { make } from './make.ts'
import type { PictureAddress } from './post-card.ts'
import { createPostList } from './post-list.ts'
import { createProfileForm } from './profile-form.ts'
import { createRecognizeForm } from './recognize-form.ts'
import { createToolbar } from './toolbar.ts'

export type ViewState = {
  /** Platforms whose profiles an editor can add. */
  readonly platforms: readonly Platform[]
  /** Whether an editor can add anything that a text names. Replaces the form for the platforms. */
  readonly canRecognize: boolean
  /** Names of the profiles. */
  readonly names: readonly string[]
  /** Index of the current profile; -1 for none. */
  readonly current: number
  /** Name of the current profile. */
  readonly name: string
  readonly feed: Feed | undefined
  readonly chosen: readonly ChosenPost[]
  readonly isDisabled: boolean
}

/** Actions of the editor. */
export type Actions = {
  open(profile: number): void
  add(profile: Profile): void
  /** Rejects with a LoadError. */
  recognize(text: string): Promise<Recognized>
  more(): void
  choose(posts: readonly Post[], isChosen: boolean): void
  move(from: number, to: number): void
  remove(index: number): void
}

export type SelectorView = {
  readonly root: HTMLElement
  show(state: ViewState): void
  /** Announces a message to screen readers. */
  announce(sentence: string): void
  /** Focuses the first visible one of these posts, otherwise the status. */
  focusFirst(posts: readonly Post[]): void
  focus(): void
  /** The element at which the browser shows a validation message. */
  readonly anchor: HTMLElement
}

export type SelectorViewOptions = {
  readonly say: Say
  readonly pictureAddress: PictureAddress
  readonly actions: Actions
}

/** The variant that every profile has. */
const USUAL_VARIANT = 'posts'
const NO_PLATFORMS: readonly Platform[] = []

export const createSelectorView = ({ say, pictureAddress, actions }: SelectorViewOptions): SelectorView => {
  let filter: Filter = NO_FILTER
  let state: ViewState = {
    ...{
      platforms: [],
      canRecognize: false,
      names: [],
      current: -1,
      name: '',
      feed: undefined,
      chosen: [],
      isDisabled: false,
    },
  }
  let listedPosts: readonly ChosenPost[] | undefined

  const toolbar = createToolbar({
    say,
    filter: (next) => {
      filter = next
      show(state)
    },
    open: actions.open,
  })
  const profileForm = createProfileForm({ say, add: (platform, handle) => actions.add({ platform, handle }) })
  const recognizeForm = createRecognizeForm({
    say,
    recognize: actions.recognize,
    add: ({ platform, handle, variant }) =>
      actions.add({ platform, handle, ...(variant !== USUAL_VARIANT && { variant }) }),
  })
  const list = createPostList({ say, pictureAddress, choose: actions.choose })
  const foot = createFoot({ say, more: actions.more })
  const focus = (): void => {
    if (!list.focus()) foot.focus()
  }
  const chosenList = createChosenList({ say, move: actions.move, remove: actions.remove, onEmpty: focus })
  const main = make('div', { class: 'main' }, recognizeForm.root, profileForm.root, toolbar.root, list.root, foot.root)

  const noteOf = ({ feed, platforms, canRecognize }: ViewState, shown: number): string | undefined => {
    if (feed === undefined) return platforms.length > 0 || canRecognize ? say('start') : undefined
    const { isLoading, failure, posts, isWhole } = feed
    if (isLoading || failure !== undefined) return undefined
    if (posts.length === 0) return say('empty')
    if (shown === 0) return say(isWhole ? 'noMatch' : 'noMatchYet')
    return isWhole ? say('all') : undefined
  }

  const statusOf = ({ feed, chosen }: ViewState, shown: number): string => {
    const total = feed?.posts.length ?? 0
    if (feed?.isLoading && total === 0) return say('loading')
    const posts = isFiltering(filter)
      ? say.plural('matching', { count: shown, total })
      : say.plural('posts', { count: total })
    return say('status', { posts, chosen: say.plural('chosen', { count: chosen.length }) })
  }

  const show = (next: ViewState): void => {
    state = next
    const { platforms, canRecognize, names, current, name, feed, chosen, isDisabled } = state
    const posts = feed?.posts ?? []
    recognizeForm.show(canRecognize)
    profileForm.show(canRecognize ? NO_PLATFORMS : platforms)
    toolbar.showProfiles(names, current)
    toolbar.showKinds([...new Set(posts.map(({ kind }) => kind))].sort())
    list.show(say('legend', { profile: name }), posts, feed?.isWhole ?? true)
    list.setBusy(feed?.isLoading ?? false)
    const shown = list.filter((post) => matches(post, filter))
    list.mark(keysOf(chosen))
    // Rendering the list again would lose the focus, so it is only done when the selection has changed.
    if (listedPosts !== chosen) chosenList.show(chosen)
    listedPosts = chosen
    for (const { root } of [recognizeForm, profileForm, toolbar, list, chosenList]) root.disabled = isDisabled
    foot.show({
      ...{ isLoading: feed?.isLoading ?? false, isWhole: feed?.isWhole ?? true, isDisabled },
      ...{ failure: feed?.failure, note: noteOf(state, shown), status: statusOf(state, shown) },
    })
  }

  return {
    root: make('div', { class: 'base' }, main, chosenList.root),
    show,
    announce: foot.announce,
    focusFirst(posts) {
      if (!list.focusFirst(posts)) foot.focus()
    },
    focus,
    get anchor() {
      return list.anchor
    },
  }
}
