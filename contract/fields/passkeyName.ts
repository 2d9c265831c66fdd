import * as z from 'zod/mini'
import { singleLine } from '#contract/fields/text.ts'

export const PasskeyName = singleLine(40, 'El nombre', 'Escribí un nombre para la llave.').check(
  z.minLength(1, 'Escribí un nombre para la llave.'),
)
