// The samplers of the specification (https://opentelemetry.io/docs/specs/otel/trace/sdk/#built-in-samplers), by the
// names of `OTEL_TRACES_SAMPLER`.

/** `parent`: the decision of the caller; undefined without one. */
export type Sampler = (traceId: string, parent: boolean | undefined) => boolean

const always: Sampler = () => true
const never: Sampler = () => false

/** The last 56 bits of a trace id are random (https://www.w3.org/TR/trace-context-2/#random-trace-id-flag); the first
 * 48 of these fit into a number exactly. */
const RANDOM = [-14, -2] as const
const RANGE = 2 ** 48

/** Decides by the id alone, and keeps the highest ids, so that all services with the same ratio decide alike
 * (https://opentelemetry.io/docs/specs/otel/trace/tracestate-probability-sampling/). */
const byRatio =
  (ratio: number): Sampler =>
  (traceId) =>
    Number.parseInt(traceId.slice(...RANDOM), 16) >= (1 - ratio) * RANGE

const byParent =
  (root: Sampler): Sampler =>
  (traceId, parent) =>
    parent ?? root(traceId, parent)

const SAMPLERS = {
  always_on: () => always,
  always_off: () => never,
  traceidratio: byRatio,
  parentbased_always_on: () => byParent(always),
  parentbased_always_off: () => byParent(never),
  parentbased_traceidratio: (ratio: number) => byParent(byRatio(ratio)),
} as const satisfies Record<string, (ratio: number) => Sampler>

export type SamplerName = keyof typeof SAMPLERS
export const SAMPLER_NAMES = Object.keys(SAMPLERS) as SamplerName[]

/** `ratio`: the share of traces that `traceidratio` records, from 0 to 1. */
export const createSampler = (name: SamplerName, ratio: number): Sampler => SAMPLERS[name](ratio)
