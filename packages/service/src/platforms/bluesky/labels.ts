// Labels, by which accounts and moderators say how something is to be shown. https://docs.bsky.app/docs/advanced-guides/moderation

import { jsonList, jsonObject } from '../../parsing/json-value.ts'

const SENSITIVE = new Set<unknown>(['porn', 'sexual', 'nudity', 'graphic-media', 'gore', 'nsfl', '!warn'])
const HIDDEN = new Set<unknown>(['!hide', '!takedown'])
const MEMBERS_ONLY = '!no-unauthenticated'

/** Values of the labels in force on a profile or a post, those of its own record included. */
const valuesOf = (value: unknown): readonly unknown[] => {
  const view = jsonObject(value)
  const own = jsonObject(jsonObject(view.record ?? view.value).labels).values
  return [...jsonList(view.labels), ...jsonList(own)]
    .map(jsonObject)
    .filter(({ neg }) => neg !== true)
    .map(({ val }) => val)
}

/** Whether the post, or everything of its author, is to be shown with care. */
export const isSensitive = (post: unknown): boolean =>
  [...valuesOf(post), ...valuesOf(jsonObject(post).author)].some((value) => SENSITIVE.has(value))

/** Whether the account asked not to be shown to people who are not signed in. */
export const isForMembersOnly = (profile: unknown): boolean => valuesOf(profile).includes(MEMBERS_ONLY)

/** Whether the post may be shown to everybody. */
export const isPublicPost = (post: unknown): boolean =>
  !isForMembersOnly(jsonObject(post).author) && !valuesOf(post).some((value) => HIDDEN.has(value))
