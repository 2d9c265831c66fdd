import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'
import { singleLine } from '#contract/fields/text.ts'

const FILTER = 'Ese filtro no es válido: borralo y probá de nuevo.'

/** Texts by names: the filters of a list. */
export const FilterTexts = z.record(
  z.string().check(z.maxLength(40, FILTER)),
  singleLine(100, 'El filtro', FILTER),
  FILTER,
)

/** Request field of filters; left out: none. */
export const filters = () => withDefault(FilterTexts, {})
