// Events of the posts. They bubble, and are composed.

export type FeedEvents = {
  /** The lightbox has opened. `id`: of the post's element. `part`: number of the medium in the post, from 1. */
  'central-posts-opened': CustomEvent<{ readonly id: string; readonly part: number }>
  /** The lightbox has closed. */
  'central-posts-closed': CustomEvent<{ readonly id: string; readonly part: number }>
  /** “Load more” has added posts. */
  'central-posts-added': CustomEvent<{ readonly count: number }>
  /** A visitor has started a player. */
  'central-posts-played': CustomEvent<{
    readonly id: string
    readonly kind: 'frame' | 'video' | 'audio'
    readonly src: string
  }>
  /** The element shows posts. */
  'central-posts-loaded': CustomEvent<{ readonly count: number }>
  /** The element could not load its first posts. */
  'central-posts-failed': CustomEvent<{ readonly error: unknown }>
}

declare global {
  interface GlobalEventHandlersEventMap extends FeedEvents {}
}
