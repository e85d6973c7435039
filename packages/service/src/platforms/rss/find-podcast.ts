// Finds the feed of a podcast that a page of Apple Podcasts shows. Apple answers about twenty calls a minute.
// https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/LookupExamples.html

import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'

/** The URL of its feed. Throws Refused: `absent` when Apple does not know the podcast, or its feed. */
export const findPodcast = async (send: Send, id: string): Promise<string> => {
  const response = await send({ url: 'https://itunes.apple.com/lookup', query: { id }, revalidate: true })
  const { results } = jsonObject(response.json())
  if (!Array.isArray(results)) throw new Refused('broken')
  const url = jsonList(results)
    .map((result) => absoluteUrl(jsonObject(result).feedUrl))
    .find((each) => each !== null)
  if (url) return url
  throw new Refused('absent', { message: 'Apple knows no feed of this podcast. Podcasts for subscribers have none.' })
}
