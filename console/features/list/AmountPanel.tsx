import { useState } from 'react'
import { rangeOf, sidesOf } from '#console/features/list/filterText.ts'
import { Button } from '#kit/display/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { formText } from '#kit/form/formText.ts'
import { decimals } from '#kit/format/numbers.ts'

interface Props {
  /** `from-until` in cents, either side may be empty; empty for none. */
  value: string
  onChange: (value: string) => void
}

const ERROR = 'Escribí un importe, como 1.500 o 99,90.'

/** The form of a range of amounts. */
export function AmountPanel({ value, onChange }: Props) {
  const [from, until] = sidesOf(value)
  const [wrong, setWrong] = useState<readonly boolean[]>([])
  return (
    <form
      key={value}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const [first, last] = [
          centsOf(formText(event.currentTarget, 'from')),
          centsOf(formText(event.currentTarget, 'until')),
        ]
        setWrong([first === null, last === null])
        if (first === null || last === null) return
        // Typed the other way round.
        const isTurned = first !== '' && last !== '' && Number(first) > Number(last)
        onChange(isTurned ? rangeOf(last, first) : rangeOf(first, last))
      }}
    >
      {[from, until].map((cents, side) => (
        <Field
          key={side === 0 ? 'Desde' : 'Hasta'}
          name={side === 0 ? 'from' : 'until'}
          label={side === 0 ? 'Desde' : 'Hasta'}
          inputMode="decimal"
          autoComplete="off"
          maxLength={15}
          defaultValue={cents && decimals(Number(cents), 2).replace('.', ',').replace(/,00$/, '')}
          error={wrong[side] ? ERROR : undefined}
        />
      ))}
      <Button type="submit" kind="quiet" wide>
        Filtrar
      </Button>
    </form>
  )
}

/** A typed amount in cents, as digits: points group thousands, a comma or one point starts the cents; null: no amount. */
function centsOf(text: string): string | null {
  const plain = text.trim().replace(/^\$\s*/, '')
  if (plain === '') return ''
  const ungrouped = /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/.test(plain) ? plain.replaceAll('.', '') : plain
  const [, whole, cents = ''] = /^(\d{1,9})(?:[.,](\d{0,2}))?$/.exec(ungrouped) ?? []
  return whole === undefined ? null : String(Number(whole) * 100 + Number(cents.padEnd(2, '0')))
}
