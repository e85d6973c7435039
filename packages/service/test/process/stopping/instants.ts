// The instants at which a replica stops, in the ids of connections: `cn_MODE-PLACE-NUMBER-SIDE`.

/** How a renewal begins: a read finds the token expired, the platform refuses it, it ends soon, or a look finds it due. */
export type Mode = 'expired' | 'refused' | 'late' | 'due'

/** Calls of the store, counted for each connection, and what happens at the platform. */
export type Place = 'find' | 'claim' | 'put' | 'release' | 'platform'
/** `received`: nothing has happened yet; `rotated`: nothing was sent; `half`: half of the response was sent. */
export type Side = 'before' | 'after' | 'received' | 'rotated' | 'half'
export type Instant = { readonly place: Place; readonly number: number; readonly side: Side }

export const idOf = (mode: Mode, { place, number, side }: Instant): string => `cn_${mode}-${place}-${number}-${side}`

export const instantOf = (id: string): Instant | undefined => {
  const [, place, number, side] = /^cn_\w+-(\w+)-(\d+)-(\w+)$/.exec(id) ?? []
  return side === undefined ? undefined : ({ place, number: Number(number), side } as Instant)
}
