import * as z from 'zod/mini'

/**
 * One line of free text, its ends trimmed. What no keyboard writes is refused: control characters
 * and halves of a character, which a database may not be able to keep, and the signs that turn the
 * direction of writing or break a line, which make a text read as another.
 * @param subject what the line is, with its article: the beginning of the sentence about it
 * @param ask what to say to who sends no text at all
 */
export const singleLine = (
  max: number,
  subject: string,
  ask = `${subject} tiene que ser un texto.`,
) =>
  z
    .string(ask)
    .check(
      z.trim(),
      z.maxLength(max, `${subject} tiene como mucho ${max} caracteres.`),
      z.refine(isWritten, `${subject} tiene caracteres que no podemos guardar.`),
    )

/** Free text that may run over several lines; otherwise as `line`. */
export const multiLine = (
  max: number,
  subject: string,
  ask = `${subject} tiene que ser un texto.`,
) =>
  z.string(ask).check(
    z.trim(),
    z.maxLength(max, `${subject} tiene como mucho ${max} caracteres.`),
    z.refine(
      (text) => isWritten(text.replaceAll(/[\n\r\t]/g, ' ')),
      `${subject} tiene caracteres que no podemos guardar.`,
    ),
  )

const isWritten = (text: string) =>
  text.isWellFormed() && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text)

/** A code or number of ours as a caller sends it: opaque, and never longer than any that we gave. */
export const opaqueCode = (max: number, sentence: string) =>
  z
    .string(sentence)
    .check(z.maxLength(max, sentence), z.refine(isWritten, 'El código no es válido.'))
