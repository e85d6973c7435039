// Creates a self-signed certificate (RFC 5280), so that the repository contains no key. Only for tests.

import { generateKeyPairSync, sign } from 'node:crypto'

/** One DER element: tag, length, content. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const length = content.length
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (date: Date): Buffer =>
  der(
    0x17,
    Buffer.from(
      `${date
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  )

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const COMMON_NAME = oid('550403')
const SUBJECT_ALT_NAME = oid('551d11')
const DAY_MS = 86_400_000

export type SelfSigned = { readonly key: string; readonly cert: string }

/** Valid from yesterday to tomorrow for one DNS name. */
export const createSelfSigned = (name: string, now = Date.now()): SelfSigned => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const dnsName = der(0x82, Buffer.from(name))
  const extension = sequence(SUBJECT_ALT_NAME, der(0x04, sequence(dnsName)))
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    subject,
    sequence(utcTime(new Date(now - DAY_MS)), utcTime(new Date(now + DAY_MS))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', certificate, privateKey))
  const whole = sequence(certificate, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
