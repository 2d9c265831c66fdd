import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { debtsLike } from '#app/features/payments/debtSummary.ts'
import { DEBTS_BY_CARD } from '#app/requests.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { List } from '#kit/display/List.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, useForm } from '#kit/form/Form.tsx'

const Search = z.object({ reference: z.string() })

/** Finds a debt by the reference of its invoice: what few type, so that it is folded. */
export function FindDebt() {
  const navigate = useNavigate()
  const debts = useCallQuery(getDebts, DEBTS_BY_CARD)
  const form = useForm()
  const submit = () => {
    const { reference = '' } = form.validate(Search) ?? {}
    const [found, other] = debtsLike(debts.data?.debts ?? [], reference)
    if (found && !other) void navigate({ to: '/payment', search: { reference: found.reference } })
    else if (reference.trim() === '') form.showAt('reference', MISSING)
    else if (!debts.data) form.showAt('reference', UNREAD)
    else form.showAt('reference', other ? SEVERAL : NOT_FOUND)
  }
  return (
    <List label="Con la referencia de tu factura">
      <Disclosure title="Tengo el número de referencia de una factura">
        <Form form={form} onSubmit={submit}>
          <Field
            label="Número de referencia"
            name="reference"
            hint="Está en tu factura, por ejemplo FAC-000123456."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
          />
          <Button type="submit" kind="quiet">
            Buscar
          </Button>
        </Form>
      </Disclosure>
    </List>
  )
}

const MISSING = 'Escribí el número de referencia.'
const SEVERAL =
  'Hay más de una deuda con esas letras y números: escribila con sus guiones, como en la factura.'
const NOT_FOUND =
  'No encontramos esa referencia entre tus deudas. Revisala, o fijate si ya la pagaste.'
const UNREAD = 'Todavía no pudimos leer tus deudas. Fijate si tenés conexión y probá de nuevo.'
