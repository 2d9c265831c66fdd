import { createHash } from 'node:crypto'

/** A version 8 UUID (RFC 9562) of the first 16 bytes: random bytes or a digest. */
export function uuidFrom(bytes: Buffer): string {
  const sixteen = Buffer.from(bytes.subarray(0, 16))
  sixteen.writeUInt8((sixteen.readUInt8(6) & 0x0f) | 0x80, 6)
  sixteen.writeUInt8((sixteen.readUInt8(8) & 0x3f) | 0x80, 8)
  return sixteen.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The UUID of an event, always the same: writing the event again meets the same row. */
export const uuidOf = (event: string) => uuidFrom(createHash('sha256').update(event).digest())

/** Whether a text is a UUID: PostgreSQL answers others with an error. */
export const isUuid = (text: string): boolean =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
