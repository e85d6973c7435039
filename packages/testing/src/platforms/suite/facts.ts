// What is only believed of a platform's answers, from memory and not from a source: its simulator can play it each way, and
// the platform has to be right whichever holds. Only tests and benchmarks use it.

/** All that each fact may be, what is believed first. */
export type Beliefs = Readonly<Record<string, readonly unknown[]>>

export type Facts<B extends Beliefs> = { readonly [Name in keyof B]: B[Name][number] }

export const believed = <B extends Beliefs>(beliefs: B): Facts<B> =>
  Object.fromEntries(Object.entries(beliefs).map(([name, [first]]) => [name, first])) as Facts<B>

/** Each fact each way, one after another, while all others are as they are believed. */
export const eachWay = <B extends Beliefs>(beliefs: B): readonly Facts<B>[] =>
  Object.entries(beliefs).flatMap(([name, ways]) => ways.map((way) => ({ ...believed(beliefs), [name]: way })))
