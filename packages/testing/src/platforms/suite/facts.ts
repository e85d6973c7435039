// Unverified assumptions about a platform's responses. The simulator can play each alternative, and the platform must
// work with all of them. For tests and benchmarks only.

/** Fact → its possible values, the most likely one first. */
export type Beliefs = Readonly<Record<string, readonly unknown[]>>

export type Facts<B extends Beliefs> = { readonly [Name in keyof B]: B[Name][number] }

export const believed = <B extends Beliefs>(beliefs: B): Facts<B> =>
  Object.fromEntries(Object.entries(beliefs).map(([name, [first]]) => [name, first])) as Facts<B>

/** Each value of each fact in turn, with the most likely values for all others. */
export const eachWay = <B extends Beliefs>(beliefs: B): readonly Facts<B>[] =>
  Object.entries(beliefs).flatMap(([name, ways]) => ways.map((way) => ({ ...believed(beliefs), [name]: way })))
