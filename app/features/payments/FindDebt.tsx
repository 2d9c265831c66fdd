import { type FormEvent, useState } from 'react'
import { findDebt } from '#app/features/payments/debtSummary.ts'
import type { Debt } from '#contract/entities/debt.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form } from '#kit/form/Form.tsx'

interface Props {
  debts: readonly Debt[]
  onFound: (reference: string) => void
}

/** Opens a debt by the reference printed on its invoice. */
export function FindDebt({ debts, onFound }: Props) {
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('reference') as HTMLInputElement
    const found = findDebt(debts, field.value)
    setError(found ? undefined : errorOf(field.value))
    if (found) onFound(found.reference)
    else field.focus()
  }
  return (
    <Card title="Buscá tu deuda">
      <Form onSubmit={submit}>
        <Field
          label="Número de referencia"
          name="reference"
          hint="Está en tu factura, por ejemplo FAC-000123456."
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" kind="quiet">
          Buscar
        </Button>
      </Form>
    </Card>
  )
}

const errorOf = (typed: string) =>
  typed.trim() === ''
    ? 'Escribí el número de referencia.'
    : 'No encontramos esa referencia entre tus deudas. Revisala, o fijate si ya la pagaste.'
