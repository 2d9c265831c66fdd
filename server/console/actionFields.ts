import * as z from 'zod/mini'
import { choicesOf } from '#contract/console/objectKind.ts'
import type { ActionField } from '#contract/console/objectPage.ts'
import { isStamp } from '#contract/dates.ts'
import { multiLine, opaqueCode, singleLine } from '#contract/fields/text.ts'
import type { SentFile } from '#contract/operator/actOnObject.ts'
import { refuse } from '#server/http/errors.ts'

/** A field of the form of an action, and the reader of what was typed in it. */
export interface TypedField<Value> {
  shown: Omit<ActionField, 'name'>
  /** @throws a refusal that says what to correct */
  read: (typed: string, sent: SentFile | undefined) => Value
}
/** What each builder of a field takes. */
interface Labels {
  label: string
  hint?: string
  /** The sentence for an empty field. */
  missing: string
}

/** The refusal of a field. */
export const invalid = (sentence: string) => refuse(sentence, 'invalid_request')

/** A field whose value a schema reads; the first sentence of the schema is the refusal. */
export const field = <S extends z.ZodMiniType>(
  type: ActionField['type'],
  { label, hint = '', missing }: Labels,
  schema: S,
  options: ActionField['options'] = [],
): TypedField<z.output<S>> => ({
  shown: { label, type, hint, options },
  read(typed) {
    if (typed.trim() === '') throw invalid(missing)
    const read = z.safeParse(schema, typed)
    if (read.success) return read.data
    throw invalid(read.error.issues[0]?.message ?? missing)
  },
})

/** A field that may be empty. @param empty its value then */
export const optional = <Value, Empty>(
  { shown, read }: TypedField<Value>,
  empty: Empty,
): TypedField<Value | Empty> => ({
  shown,
  read: (typed, sent) => (typed.trim() === '' ? empty : read(typed, sent)),
})

/** @param subject name of the field with its article: the start of the sentences about it */
type TextLabels = Labels & { subject: string; max: number }

/** One line. */
export const text = ({ subject, max, ...labels }: TextLabels) =>
  field('text', labels, singleLine(max, subject))

/** Several lines: a remark, an answer. */
export const remark = ({ subject, max, ...labels }: TextLabels) =>
  field('longText', labels, multiLine(max, subject))

/** One of fixed choices by their labels. */
export const choice = <Value extends string>({
  of,
  ...labels
}: Labels & { of: Readonly<Record<Value, string>> }) =>
  field('choice', labels, z.enum(Object.keys(of) as Value[], labels.missing), choicesOf(of))

/** One of the rows that the object's page gives as the field's options; the action checks that it is one. */
export const row = (labels: Labels) => field('choice', labels, opaqueCode(200, labels.missing))

/** A whole number, its thousands with dots or without. */
export const integer = ({ from, to, ...labels }: Labels & { from: number; to: number }) =>
  field(
    'number',
    labels,
    z.pipe(
      z.pipe(
        z.string().check(z.trim(), z.regex(/^(\d{1,7}|\d{1,3}(\.\d{3}){1,2})$/, labels.missing)),
        z.transform((typed) => Number(typed.replaceAll('.', ''))),
      ),
      z.number().check(z.gte(from, labels.missing), z.lte(to, labels.missing)),
    ),
  )

const AMOUNT =
  'El importe es como 1.250,50: los puntos separan los miles y la coma, los centésimos.'

/** An amount above 0, in cents: `1.250,5` is 125050. */
export const amount = (labels: Labels) =>
  field(
    'text',
    labels,
    z.pipe(
      z.pipe(
        z.string().check(z.trim(), z.regex(/^(\d{1,9}|\d{1,3}(\.\d{3}){1,2})(,\d{1,2})?$/, AMOUNT)),
        z.transform((typed) => {
          const [pesos = '', part = ''] = typed.replaceAll('.', '').split(',')
          return Number(pesos + part.padEnd(2, '0'))
        }),
      ),
      z.int().check(z.gt(0, 'El importe tiene que ser mayor que 0.')),
    ),
  )

/** An amount that may be empty, or 0. */
export const orZero = ({ shown, read }: TypedField<number>): TypedField<number> => ({
  shown,
  read: (typed, sent) => (/^(0+(,0{1,2})?)?$/.test(typed.trim()) ? 0 : read(typed, sent)),
})

/** A day, `yyyyMMdd`. */
export const day = (labels: Labels) =>
  field(
    'day',
    labels,
    z.string().check(z.refine((typed) => isStamp(`${typed}000000`), 'Elegí un día que exista.')),
  )

/** Codes that are separated by commas or spaces, in capitals, each once; none when it is empty. */
export const codes = (labels: Omit<Labels, 'missing'>): TypedField<string[]> => ({
  shown: { hint: '', ...labels, type: 'text', options: [] },
  read: (typed) => [...new Set(typed.toUpperCase().split(/[\s,;]+/))].filter(Boolean),
})

/** A file; undefined when none was chosen. */
export const file = ({
  hint = '',
  tooLarge,
  ...shown
}: Omit<Labels, 'missing'> & {
  accept: string
  maxBytes: number
  tooLarge: string
}): TypedField<SentFile | undefined> => ({
  shown: { ...shown, hint, type: 'file', options: [] },
  read(_typed, sent) {
    if (sent && Buffer.byteLength(sent.content, 'base64') > shown.maxBytes) throw invalid(tooLarge)
    return sent
  },
})
