import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useSession } from '#console/context.ts'
import { objectPath } from '#console/features/ObjectValue.tsx'
import { saveFile } from '#console/features/saveFile.ts'
import type { KindName } from '#contract/console/objectKinds.ts'
import type { ActionField, ObjectAction, ObjectPage } from '#contract/console/objectPage.ts'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import type { ApiError } from '#kit/api/apiError.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { base64Of } from '#kit/browser/base64Of.ts'
import { ownKey } from '#kit/browser/perUserStorage.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { CopyButton } from '#kit/feedback/CopyButton.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { DayField } from '#kit/form/DayField.tsx'
import { Field, FormContext, Select, TextArea } from '#kit/form/Field.tsx'
import { Form, SubmitError, useForm } from '#kit/form/Form.tsx'
import { dayOfText } from '#kit/form/typedDay.ts'
import { useDraft } from '#kit/form/useDraft.ts'

const TOO_LARGE = 'El archivo pesa demasiado: elegí uno más chico.'
const UNREADABLE = 'No pudimos leer el archivo: elegilo de nuevo.'

interface Props {
  kind: KindName
  /** The objects that it is done with, one after the other; one empty id for an action of the list. */
  targets: readonly Target[]
  action: ObjectAction
  /** What people wrote, which an answer is about. */
  texts?: ObjectPage['texts']
  /** Draws the form in the page, instead of in a sheet. */
  inline?: boolean
  /** The object that is opened when it is done; `onClose` is called before. */
  next?: ObjectPage['next']
  /** Whether the long text has the focus at once. */
  focused?: boolean
  onClose: () => void
}

/**
 * The form of an action: says what it will do, asks what it needs, and does it. With several objects it
 * says at the end which of them did not take it, and why.
 */
export function ActionSheet({
  kind,
  targets,
  action,
  texts = [],
  inline = false,
  next,
  focused = false,
  onClose,
}: Props) {
  const [open, setOpen] = useState(true)
  const [told, setTold] = useState<{ lines: string[]; code?: string }>()
  const [problem, setProblem] = useState('')
  const navigate = useNavigate()
  const form = useForm()
  const formId = useId()
  const ids = targets.map(({ id }) => id)
  const draft = useDraft(ownKey(useSession()?.email ?? '', [kind, action.name, ...ids].join(' ')))
  const acting = useCallMutation(actOnObject, { invalidates: [object, objects] })
  const close = () => {
    setOpen(false)
    onClose()
  }
  const submit = async () => {
    const typed = new FormData(form.ref.current ?? undefined)
    const isTooLarge = action.fields.some(({ name, maxBytes = Number.POSITIVE_INFINITY }) => {
      const value = typed.get(name)
      return value instanceof File && value.size > maxBytes
    })
    setProblem(isTooLarge ? TOO_LARGE : '')
    if (isTooLarge) return
    const sent = await readForm(typed, action).catch(() => setProblem(UNREADABLE))
    if (!sent) return
    const act = (id: string) =>
      acting.mutateAsync({ kind, objectId: id, action: action.name, ...sent })
    if (targets.length > 1) {
      setTold({ lines: await actOnEach(targets, act) })
      draft.clear()
      return
    }
    const { outcome, madeId, code, download } = await act(targets[0]?.id ?? '')
    draft.clear()
    if (download) saveFile(download.name, fileOf(download.content))
    if (action.toldOnce) setTold({ lines: [outcome], ...(code && { code }) })
    else {
      close()
      const following = madeId ? { kind, id: madeId } : next
      if (following) await navigate({ to: objectPath(following) })
      showToast(outcome)
    }
  }
  if (told)
    return (
      <LazySheet
        open={open}
        onClose={close}
        title={action.label}
        persistent={told.code !== undefined}
      >
        <output className="flex flex-col gap-2 text-pretty">
          {told.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </output>
        {told.code && <ToldCode code={told.code} />}
        <Button wide onClick={close}>
          {told.code ? 'Ya lo copié' : 'Listo'}
        </Button>
      </LazySheet>
    )
  const content = (
    <>
      <p className="text-pretty">{action.question}</p>
      {action.fields.some(({ type, value }) => type === 'longText' && !value) &&
        texts.map(({ title, text }) => <Quote key={title} title={title} text={text} />)}
      <Form
        id={formId}
        form={form} // The refusal is shown above the button.
        onSubmit={() => void submit().catch(() => undefined)}
      >
        {action.fields.map((field) => (
          <ActionInput key={field.name} field={field} draft={draft} focused={focused} />
        ))}
      </Form>
    </>
  )
  const foot = (
    <FormContext value={form}>
      <div className="flex flex-col gap-4">
        {problem && <Alert tone="bad">{problem}</Alert>}
        <SubmitError action="hacerlo" mutation={acting} />
        <Button
          type="submit"
          form={formId}
          wide
          kind={action.danger ? 'danger' : 'primary'}
          busy={acting.isPending}
        >
          {next ? `${action.label} y seguir` : action.label}
        </Button>
      </div>
    </FormContext>
  )
  if (inline)
    return (
      <Card title={action.label}>
        {content}
        {foot}
      </Card>
    )
  return (
    <LazySheet open={open} onClose={close} title={action.label} foot={foot}>
      {content}
    </LazySheet>
  )
}

/** A code that is read aloud or copied: each group of four stays in one line. */
function ToldCode({ code }: { code: string }) {
  return (
    <div className="flex items-center justify-between rounded-control bg-sunken py-4 pr-2 pl-4">
      <span className="figures flex flex-wrap gap-x-4 text-2xl font-bold tracking-wider select-all">
        {code.split('-').map((part, place) => (
          <span key={place}>{part}</span>
        ))}
      </span>
      <CopyButton text={code} name="código" />
    </div>
  )
}

/** A text that is read while the form is filled in: a long one scrolls, so that the form stays in sight. */
function Quote({ title, text }: { title: string; text: string }) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keyboard
      tabIndex={0}
      aria-label={title}
      className="max-h-40 shrink-0 overflow-y-auto border-l-4 border-line pl-4 whitespace-pre-wrap wrap-anywhere text-soft focus-visible:-outline-offset-3"
    >
      {text}
    </section>
  )
}

const fileOf = (base64: string) =>
  new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))])

interface Target {
  id: string
  name: string
}

/** @returns how many took it, and a line for each that did not, with the reason */
async function actOnEach(
  targets: readonly Target[],
  act: (id: string) => Promise<unknown>,
): Promise<string[]> {
  const refused: string[] = []
  for (const { id, name } of targets)
    await act(id).catch((error: ApiError) => refused.push(`${name}: ${error.message}`))
  const done = targets.length - refused.length
  return [`${done} de ${targets.length}: listo.`, ...refused]
}

/** The fields of the form as texts, a day as `yyyyMMdd`, and the file in base64. */
async function readForm(form: FormData, action: ObjectAction) {
  const isDay = (name: string) =>
    action.fields.some((field) => field.name === name && field.type === 'day')
  const fields: Record<string, string> = {}
  let file: { name: string; content: string } | undefined
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = (isDay(name) && dayOfText(value)) || value
    else if (value.name !== '') file = { name: value.name, content: await base64Of(value) }
  }
  return { fields, ...(file && { file }) }
}

/**
 * Writes what the chosen option fills into the other field: below what was typed in a long text. What another option of
 * the same choice filled is replaced while it was not changed.
 */
function fill({ value, form }: HTMLSelectElement, options: ActionField['options']): void {
  const fills = options.find((option) => option.value === value)?.fills
  const field = form?.elements.namedItem(fills?.field ?? '')
  if (fills && field instanceof HTMLInputElement) field.value = fills.text
  if (!fills || !(field instanceof HTMLTextAreaElement)) return
  const typed = field.value.trimEnd()
  const isFilled = options.some((option) => option.fills?.text.trimEnd() === typed)
  field.value = [...(typed === '' || isFilled ? [] : [typed]), fills.text].join('\n\n')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

interface InputProps {
  field: ActionField
  /** Of the long text that begins empty. */
  draft: ReturnType<typeof useDraft>
  focused: boolean
}

function ActionInput({ field, draft, focused }: InputProps) {
  const { name, label, type, hint, options, value, accept } = field
  const texts = { name, label, ...(hint && { hint }), ...(value && { defaultValue: value }) }
  if (type === 'choice')
    return (
      <Select
        {...texts}
        placeholder="Elegí…"
        options={options}
        onChange={({ target }) => fill(target, options)}
      />
    )
  if (type === 'longText' && value) return <TextArea {...texts} />
  if (type === 'longText')
    return (
      <TextArea
        {...texts}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the operator has just answered another one
        autoFocus={focused}
        defaultValue={draft.stored.text}
        onInput={({ currentTarget }) => draft.save([['text', currentTarget.value]])}
      />
    )
  if (type === 'day') return <DayField {...texts} />
  if (type === 'file') return <Field {...texts} type="file" {...(accept && { accept })} />
  return (
    <Field
      {...texts}
      {...(type !== 'text' && { inputMode: 'numeric' as const })}
      {...(type === 'secondFactor' && { autoComplete: 'one-time-code' })}
    />
  )
}
