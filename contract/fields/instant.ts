import * as z from 'zod/mini'

/** The sentence for an instant without the form. */
export const DATETIME_FORM =
  'Mandá la hora con su diferencia horaria, en este formato: 2026-11-20T10:30:00-03:00.'

/** ISO 8601 with the parts that programs leave out: zero seconds, the colon or the minutes of the offset. */
const INSTANT =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)$/i
const inFull = (text: string) =>
  text.replace(
    INSTANT,
    (_, date, time, seconds = ':00', utc, hours, minutes = '00') =>
      `${date}T${time}${seconds}${utc ? 'Z' : `${hours}:${minutes}`}`,
  )
/** An instant; it reads as that of UTC, so that one instant is one text. */
export const Instant = z.pipe(
  z.string().check(z.overwrite(inFull), z.iso.datetime({ offset: true })),
  z.transform((text) => new Date(text).toISOString()),
)
