// Every way in which a secret may be written, so that none is overlooked because it was encoded.

/** Base64 writes the same bytes in three ways, by the number of bytes before them. Only the characters that depend on the
 * secret alone are compared. */
const inBase64 = (secret: string): readonly string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3))
    const text = whole.toString('base64').slice(before === 0 ? 0 : 4)
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')]
  })

export const spellingsOf = (secret: string): readonly string[] => {
  const hex = Buffer.from(secret).toString('hex')
  const percent = encodeURIComponent(secret)
  const all = [
    secret,
    ...inBase64(secret),
    ...[hex, hex.toUpperCase()],
    ...[percent, encodeURIComponent(percent)],
    ...[JSON.stringify(secret).slice(1, -1), secret.replaceAll('/', '\\/')],
    [...secret].toReversed().join(''),
  ]
  return [...new Set(all)]
}

/** The places in which a secret is written, in any spelling. */
export const leaksOf = (secrets: Iterable<string>, outputs: Readonly<Record<string, string>>): readonly string[] => {
  const leaks: string[] = []
  for (const secret of new Set(secrets))
    for (const spelling of spellingsOf(secret))
      for (const [name, text] of Object.entries(outputs))
        if (text.includes(spelling)) leaks.push(`${name}: ${secret} as ${spelling}`)
  return leaks
}
