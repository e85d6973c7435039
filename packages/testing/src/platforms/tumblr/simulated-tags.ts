// The tag of two thirds of the simulated posts, and a second blog that uses it.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

export const TAGGED = 'after the rain'
export const isTagged = (tag: string, index: number): boolean => tag.toLowerCase() === TAGGED && index % 3 !== 0

export const SECOND_BLOG: JsonObject = {
  ...{ name: 'mosses', title: 'Moss & more', url: 'https://mosses.tumblr.com/', uuid: 't:Second_1' },
  ...{ description: '', avatar: [{ width: 64, height: 64, url: 'https://64.media.tumblr.com/moss/s64.jpg' }] },
}
