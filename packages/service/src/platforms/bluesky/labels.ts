// Labels: how accounts and moderators say how content should be shown.
// https://docs.bsky.app/docs/advanced-guides/moderation

import { jsonList, jsonObject } from '../../parsing/json-value.ts'

const SENSITIVE = new Set<unknown>(['porn', 'sexual', 'nudity', 'graphic-media', 'gore', 'nsfl', '!warn'])
const HIDDEN = new Set<unknown>(['!hide', '!takedown'])
const MEMBERS_ONLY = '!no-unauthenticated'

/** The labels that apply to a profile or a post, including self-labels of its record. */
const valuesOf = (value: unknown): readonly unknown[] => {
  const view = jsonObject(value)
  const own = jsonObject(jsonObject(view.record ?? view.value).labels).values
  return [...jsonList(view.labels), ...jsonList(own)]
    .map(jsonObject)
    .filter(({ neg }) => neg !== true)
    .map(({ val }) => val)
}

/** Whether the post, or everything by its author, is sensitive. */
export const isSensitive = (post: unknown): boolean =>
  [...valuesOf(post), ...valuesOf(jsonObject(post).author)].some((value) => SENSITIVE.has(value))

/** Whether the account asked to be hidden from logged-out users. */
export const isForMembersOnly = (profile: unknown): boolean => valuesOf(profile).includes(MEMBERS_ONLY)

/** Whether logged-out users may see the post. `owner`: the DID of the account that consented to show its own. */
export const isPublicPost = (post: unknown, owner?: string | null): boolean => {
  const { author } = jsonObject(post)
  const isOwn = typeof owner === 'string' && jsonObject(author).did === owner
  return (isOwn || !isForMembersOnly(author)) && !valuesOf(post).some((value) => HIDDEN.has(value))
}
