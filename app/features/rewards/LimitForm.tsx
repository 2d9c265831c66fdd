import { useRef } from 'react'
import * as z from 'zod/mini'
import { Button } from '#kit/display/Button.tsx'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { List } from '#kit/display/List.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, useForm } from '#kit/form/Form.tsx'
import { points } from '#kit/format/numbers.ts'

interface Props {
  /** The points that can be spent now. */
  spendable: number
  /** 0: all of them. */
  limit: number
  onChange: (limit: number) => void
}

/** Lowers the most points that the spending code lets a till take, and lifts that limit again. */
export function LimitForm({ spendable, limit, onChange }: Props) {
  const form = useForm()
  const root = useRef<HTMLDivElement>(null)
  /** The button that was pressed goes away: the focus stays where it was. */
  const change = (most: number) => {
    onChange(most)
    root.current?.focus()
  }
  const submit = () => {
    const fields = form.validate(limitUpTo(spendable))
    if (fields) change(Number(fields.limit))
  }
  return (
    // In the column of the sheet the list, which hides what overflows, would shrink.
    <div ref={root} tabIndex={-1} className="shrink-0">
      {limit > 0 ? (
        <Button kind="plain" wide onClick={() => change(0)}>
          Sacar el límite
        </Button>
      ) : (
        <List label="Límite">
          <Disclosure title="Ponerle un límite">
            <Form form={form} onSubmit={submit}>
              <Field
                label="Puntos, como mucho"
                name="limit"
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
              />
              <Button type="submit" kind="quiet" wide>
                Usar este límite
              </Button>
            </Form>
          </Disclosure>
        </List>
      )}
    </div>
  )
}

/** Whole points as people write them in Uruguay: `1500` or `1.500`. */
function limitUpTo(most: number) {
  const sentence = `Escribí un número entero de 1 a ${points(most)}.`
  return z.object({
    limit: z.string(sentence).check(
      z.overwrite((typed) => typed.trim().replace(/^\d{1,3}(\.\d{3})+$/, withoutDots)),
      z.regex(/^\d{1,9}$/, sentence),
      z.refine((digits) => Number(digits) >= 1 && Number(digits) <= most, sentence),
    ),
  })
}
const withoutDots = (text: string) => text.replaceAll('.', '')
