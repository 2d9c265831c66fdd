import { useState } from 'react'
import { filterText } from '#console/features/list/filterText.ts'
import type { listRequest } from '#console/objectRequests.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import { objects } from '#contract/operator/objects.ts'
import { saveView } from '#contract/operator/saveView.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, SubmitError, useForm } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'

interface Props {
  request: ReturnType<typeof listRequest>
  /** What the view keeps. */
  search: Readonly<Record<string, string>>
  /** What the ids of filters stand for. */
  texts: Readonly<Record<string, string>>
  onClose: () => void
}

/** The form that saves the filters and the order of a list under a name; at first that of their words. */
export function SaveViewSheet({ request: { kind }, search, texts, onClose }: Props) {
  const [shared, setShared] = useState(false)
  const form = useForm()
  const saving = useCallMutation(saveView, { invalidates: [objects] })
  const { filters } = kindOf(kind)
  const name = Object.entries(search)
    .filter(([filter]) => filters[filter])
    .map(([filter, value]) => filterText(filters[filter], value, texts[filter]))
    .join(', ')
  const submit = () => {
    const typed = form.ref.current ? formText(form.ref.current, 'name').trim() : ''
    saving.mutate(
      { kind, name: typed, search: { ...search }, shared },
      {
        onSuccess: () => {
          onClose()
          showToast('Guardamos la vista.')
        },
      },
    )
  }
  return (
    <LazySheet open onClose={onClose} title="Guardar esta vista">
      <Form form={form} onSubmit={submit}>
        <Field name="name" label="Nombre" defaultValue={name} maxLength={60} autoComplete="off" />
        <Checkbox checked={shared} onChange={({ target }) => setShared(target.checked)}>
          La ve todo el equipo
        </Checkbox>
        <SubmitError action="guardarla" mutation={saving} />
        <Button type="submit" wide busy={saving.isPending}>
          Guardar
        </Button>
      </Form>
    </LazySheet>
  )
}
