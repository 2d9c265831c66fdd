import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useApp } from '#app/context.ts'
import { tankYearAgo } from '#app/features/stations/priceSeries.ts'
import { costOf, storedTank, tankEntry } from '#app/features/stations/tank.ts'
import { ownStorage } from '#app/session/session.ts'
import { shortDate } from '#contract/dates.ts'
import type { OfficialPrice } from '#contract/info/prices.ts'
import { Button } from '#kit/display/Button.tsx'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, useForm } from '#kit/form/Form.tsx'
import { money, roundLitres } from '#kit/format/numbers.ts'

interface Props {
  /** Empty for a tank of no car. */
  plate: string
  /** Make and plate of the car; empty for none. */
  name: string
  /** Cents per litre; null: not known. */
  today: number | null
  rows: readonly OfficialPrice[]
  now: Date
}

/** What a tank costs today and cost a year ago. Its litres are typed once and stay on the device. */
export function TankCost({ plate, name, today, rows, now }: Props) {
  const { session } = useApp()
  const [{ millilitres, isAssumed }, setTank] = useState(() => storedTank(session, plate))
  const root = useRef<HTMLDivElement>(null)
  const form = useForm({
    values: isAssumed ? {} : { litres: roundLitres(millilitres).replace(/\D+$/, '') },
  })
  const cost = today === null ? null : costOf(today, millilitres)
  const before = tankYearAgo(rows, millilitres, now)
  const save = () => {
    const fields = form.validate(TANK)
    if (!fields) return
    const given = Math.round(Number(fields.litres) * 1000)
    setTank({ millilitres: given, isAssumed: false })
    // The form closes: the focus stays where it was.
    root.current?.focus()
    try {
      ownStorage(session)?.write(tankEntry(plate), String(given))
    } catch (error) {
      // The storage is full: the litres are asked for again after a reload.
      console.warn('No se pudieron guardar los litros del tanque', error)
    }
  }
  const title = name ? `Llenar el tanque de tu ${name}` : 'Llenar un tanque'
  return (
    // In the column of the sheet the list, which hides what overflows, would shrink.
    <div ref={root} tabIndex={-1} className="shrink-0">
      <List label={title}>
        <ListItem
          title={title}
          trailing={
            cost === null ? (
              <span className="font-normal text-soft">sin precio de hoy</span>
            ) : (
              money(cost)
            )
          }
          detail={
            <>
              Con {roundLitres(millilitres)}
              {isAssumed && ', que suponemos'}.
              {before && (
                <span className="block">
                  Hace un año, el {shortDate(before.date)}, costaba {money(before.cost)}
                  {cost !== null && difference(cost - before.cost)}.
                </span>
              )}
            </>
          }
        />
        <Disclosure
          key={`${millilitres} ${isAssumed}`}
          title={isAssumed ? 'Poner mis litros' : 'Cambiar los litros'}
        >
          <Form form={form} onSubmit={save}>
            <Field
              label="¿Cuántos litros entran en el tanque?"
              hint="Queda guardado en este dispositivo."
              name="litres"
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
            />
            <Button type="submit" kind="quiet" wide>
              Guardar los litros
            </Button>
          </Form>
        </Disclosure>
      </List>
    </div>
  )
}

function difference(cents: number): string {
  if (cents === 0) return ', lo mismo que hoy'
  return `: hoy sale ${money(Math.abs(cents))} ${cents > 0 ? 'más' : 'menos'}`
}

const SENTENCE = 'Escribí los litros del tanque, de 1 a 2.000, por ejemplo 45.'
const TANK = z.object({
  litres: z.string(SENTENCE).check(
    z.overwrite((text) =>
      text
        .trim()
        .replace(/\s*l(itros)?$/i, '')
        .replace(/^(\d)\.(\d{3})$/, '$1$2')
        .replace(',', '.'),
    ),
    z.regex(/^\d{1,4}(\.\d)?$/, SENTENCE),
    z.refine((text) => Number(text) >= 1 && Number(text) <= 2000, SENTENCE),
  ),
})
