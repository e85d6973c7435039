// Measures contenders in turns, so that other load of the machine affects all of them: its speed changes within
// seconds.

/** The turns of each contender, one contender at a time, until each has reached `total`; a turn has at most `ofTurn`. */
export const takeTurns = async <Contender, Turn>(
  contenders: Readonly<Record<string, Contender>>,
  total: number,
  ofTurn: number,
  measure: (contender: Contender, amount: number, name: string) => Promise<Turn>,
): Promise<Readonly<Record<string, readonly Turn[]>>> => {
  const turns: Record<string, Turn[]> = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let left = total; left > 0; left -= ofTurn)
    for (const [name, contender] of Object.entries(contenders))
      turns[name]?.push(await measure(contender, Math.min(left, ofTurn), name))
  return turns
}
