// What a pasted text names → the response for a license.

import { mayScan } from '../../scanning/may-scan.ts'
import type { Match as Found, Recognized } from '../../scanning/recognize.ts'
import type { Caller } from '../caller.ts'
import type { Parts } from '../parts.ts'
import type { Match, RecognizeData } from './schema.ts'

export const describeRecognized = (
  { matches, refusals }: Recognized,
  { upstreams }: { readonly upstreams: Pick<Parts['upstreams'], 'health'> },
  caller: Caller,
): RecognizeData => {
  const healthOf = upstreams.health()
  const stateOf = ({ platform, kind }: Found): Match['state'] =>
    mayScan(platform, caller) ? healthOf({ ...platform, sources: kind.sources }, kind.id).state : 'not_in_plan'
  const described = matches.map((match) => describeMatch(match, stateOf(match)))
  const isInPlan = ({ state }: Match) => state !== 'not_in_plan'
  return {
    matches: [...described.filter(isInPlan), ...described.filter((each) => !isInPlan(each))],
    unsupported: refusals.map(({ platform: { id, name }, kind, says }) => ({ platform: id, name, kind, says })),
  }
}

const describeMatch = ({ platform, handle, kind, variant }: Found, state: Match['state']): Match => {
  const { id, meaning, variants, order, authors } = kind
  return {
    ...{ platform: platform.id, name: platform.name, handle, kind: id, meaning },
    variants: Object.entries(variants).map(([name, posts]) => ({ id: name, meaning: posts })),
    ...{ variant, order, authors, state },
  }
}
