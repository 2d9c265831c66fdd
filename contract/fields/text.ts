import * as z from 'zod/mini'

/**
 * Free text, trimmed at both ends.
 * @param max maximum length in UTF-16 code units
 * @param subject name of the field with its article, in Spanish: the start of the error sentences
 * @param missing the sentence for a value that is not a text
 */
const freeText =
  (isAccepted: (text: string) => boolean) =>
  (max: number, subject: string, missing = `${subject} tiene que ser un texto.`) =>
    z
      .string(missing)
      .check(
        z.trim(),
        z.maxLength(max, `${subject} tiene como mucho ${max} caracteres.`),
        z.refine(isAccepted, `${subject} tiene caracteres que no podemos guardar.`),
      )

/**
 * One line of free text. Refused are control characters and unpaired surrogates, which PostgreSQL
 * cannot store, and characters that change the direction of the text or break the line, with which a
 * text can pose as another.
 */
export const singleLine = freeText((text) => isStorable(text))

/** Free text that may also contain line breaks and tabs; otherwise as `singleLine`. */
export const multiLine = freeText((text) => isStorable(text.replaceAll(/[\n\r\t]/g, ' ')))

const isStorable = (text: string) =>
  text.isWellFormed() && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text)

/**
 * A code or id that an earlier answer gave; callers must not parse it.
 * @param max maximum length, at least that of every code given out
 * @param sentence the error for a value that is no text or too long
 */
export const opaqueCode = (max: number, sentence: string) =>
  z
    .string(sentence)
    .check(z.maxLength(max, sentence), z.refine(isStorable, 'El código no es válido.'))

/** A number or plate as people write it, without spaces, dots, dashes of any kind, and invisible characters. */
export const withoutSeparators = (text: string): string =>
  text.replaceAll(/[\s.,·/\u2212\p{Pd}\p{Cf}]/gu, '')
