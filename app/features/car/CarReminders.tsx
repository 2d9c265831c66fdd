import { Bell } from 'lucide-react'
import { useState } from 'react'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import { TypedReminder } from '#app/features/car/carFields.ts'
import { dueText } from '#app/features/car/carFormat.ts'
import { carReminders } from '#contract/car/carReminders.ts'
import { finishCarReminder } from '#contract/car/finishCarReminder.ts'
import { saveCarReminder } from '#contract/car/saveCarReminder.ts'
import { type CarReminder, REMINDER_KINDS } from '#contract/entities/car/reminder.ts'
import { useCallMutation, useCallQuery } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { DayField } from '#kit/form/DayField.tsx'
import { Field, Select } from '#kit/form/Field.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { Section } from '#kit/layout/Section.tsx'

const KINDS = Object.entries(REMINDER_KINDS).map(([value, label]) => ({ value, label }))
const STATES = {
  later: { tone: 'neutral', text: '' },
  soon: { tone: 'warn', text: 'Falta poco' },
  due: { tone: 'bad', text: 'Ya toca' },
} as const
const CHANGED = { invalidates: [carReminders] }

/** The reminders of a car, each with its form in a sheet. */
export function CarReminders({ plate }: { plate: string }) {
  const query = useCallQuery(carReminders, {})
  const [isOpen, setOpen] = useState(false)
  const [reminder, setReminder] = useState<CarReminder>()
  const open = (one?: CarReminder) => {
    setReminder(one)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const row = (one: CarReminder) => {
    const { tone, text } = STATES[one.state]
    const name = [REMINDER_KINDS[one.kind], one.note].filter(Boolean).join(' · ')
    return (
      <ListItem
        key={one.reminderId}
        onPress={() => open(one)}
        mark={<IconCircle icon={Bell} tone={tone} />}
        title={
          <>
            {name} {text && <Badge tone={tone}>{text}</Badge>}
          </>
        }
        detail={dueText(one)}
      />
    )
  }
  return (
    <Section
      title="Recordatorios"
      action={
        <Button kind="quiet" onClick={() => open()}>
          Agregar recordatorio
        </Button>
      }
    >
      <QueryView query={query} skeleton={<Skeleton shape="row" />} block="tus recordatorios">
        {({ reminders }) => {
          const own = reminders.filter((one) => one.plate === plate)
          return own.length > 0 && <List label="Recordatorios">{own.map(row)}</List>
        }}
      </QueryView>
      <LazySheet
        open={isOpen}
        onClose={close}
        title={reminder ? REMINDER_KINDS[reminder.kind] : 'Agregar recordatorio'}
      >
        <ReminderForm key={reminder?.reminderId} {...{ reminder, plate }} onDone={close} />
      </LazySheet>
    </Section>
  )
}

type FormProps = { reminder: CarReminder | undefined; plate: string; onDone: () => void }
/** A reminder of a car, new or to change. */
function ReminderForm({ reminder, plate, onDone }: FormProps) {
  const form = useMutationForm({
    mutation: useCallMutation(saveCarReminder, CHANGED),
    schema: TypedReminder,
    values: {
      kind: reminder?.kind,
      note: reminder?.note,
      dueDate: reminder?.dueDate?.replace(/^(....)(..)(..)$/, '$1-$2-$3'),
      dueOdometer: reminder?.dueOdometer?.toString(),
      everyMonths: reminder?.everyMonths?.toString(),
      everyKm: reminder?.everyKm?.toString(),
    },
    refusedFields: { reminder_date: 'dueDate', reminder_odometer: 'dueOdometer' },
    request: (fields) => ({ reminderId: reminder?.reminderId ?? '', plate, ...fields }),
    onSuccess: onDone,
  })
  const ending = useConfirmedCall(finishCarReminder, {
    ...CHANGED,
    question: (again: boolean) => ({
      title: again ? '¿Ya está hecho?' : '¿Borrar este recordatorio?',
      text: again
        ? 'Si se repite, contamos desde hoy y te avisamos la próxima. Si no, sale de la lista.'
        : 'No te avisamos más de esto.',
      verb: again ? 'Sí, listo' : 'Borrar el recordatorio',
      danger: !again,
    }),
    request: (again) => ({ reminderId: reminder?.reminderId ?? '', again }),
    onSuccess: onDone,
  })
  const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: 12 } as const
  return (
    <>
      <MutationForm form={form} action="guardar el recordatorio" button="Guardar">
        <Select label="De qué te avisamos" name="kind" options={KINDS} />
        <FieldPair>
          <DayField label="Fecha" name="dueDate" />
          <Field label="Kilómetros" name="dueOdometer" {...digits} />
        </FieldPair>
        <p className="text-sm text-soft">
          Con uno de los dos alcanza. Te avisamos dos semanas o 500 km antes, y cuando toca.
        </p>
        <FieldPair>
          <Field label="Se repite cada (meses)" name="everyMonths" {...digits} />
          <Field label="Se repite cada (km)" name="everyKm" {...digits} />
        </FieldPair>
        <Field label="Nota" optional name="note" autoComplete="off" maxLength={80} />
      </MutationForm>
      {reminder && (
        <>
          <SubmitError action="guardarlo" mutation={ending} />
          <Button kind="quiet" wide onClick={() => ending.ask(true)}>
            Hecho
          </Button>
          <Button kind="plain" wide onClick={() => ending.ask(false)}>
            Borrar
          </Button>
          {ending.dialog}
        </>
      )}
    </>
  )
}
