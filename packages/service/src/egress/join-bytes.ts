// Pieces of a body put together. What came as one piece is that piece: each copy is memory that the next collection of
// garbage comes the sooner for.

import { copyPieces } from '../runtime/event-loop/own-bytes.ts'

export const joinBytes = (pieces: readonly Buffer[]): Buffer => {
  const [first] = pieces
  return pieces.length === 1 && first ? first : copyPieces(pieces)
}
