// A second of audio: a tone, as WAV.

const RATE = 8_000
const PITCH = 440
const HEADER_BYTES = 44

/** PCM, one channel, 8 bits. http://soundfile.sapp.org/doc/WaveFormat/ */
export const makeSound = (): Buffer => {
  const sound = Buffer.alloc(HEADER_BYTES + RATE)
  sound.write('RIFF', 0, 'latin1')
  sound.writeUInt32LE(sound.length - 8, 4)
  sound.write('WAVEfmt ', 8, 'latin1')
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(RATE, 24)
  sound.writeUInt32LE(RATE, 28)
  sound.writeUInt16LE(1, 32)
  sound.writeUInt16LE(8, 34)
  sound.write('data', 36, 'latin1')
  sound.writeUInt32LE(RATE, 40)
  for (let at = 0; at < RATE; at += 1) {
    sound[HEADER_BYTES + at] = 128 + Math.round(60 * Math.sin((2 * Math.PI * PITCH * at) / RATE))
  }
  return sound
}
