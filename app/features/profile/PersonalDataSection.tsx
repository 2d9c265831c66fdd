import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useApp } from '#app/context.ts'
import type { MadeFile } from '#app/device/saveFile.ts'
import { DownloadButtons } from '#app/features/export/DownloadButtons.tsx'
import { dayOf } from '#contract/dates.ts'
import { currentPassword } from '#contract/fields/password.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { exportData } from '#contract/user/exportData.ts'
import { type CallQueryClient, useCallMutation } from '#kit/api/callQueries.ts'
import { Card } from '#kit/display/Card.tsx'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { requiredText } from '#kit/form/Form.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { toInput } from '#kit/format/period.ts'

/** The rights of Ley 18.331: a copy of everything that is stored, and the end of the account. */
export function PersonalDataSection() {
  return (
    <>
      <Card title="Descargar mis datos">
        <p className="text-soft">
          Todo lo que guardamos de vos: perfil, afiliaciones, consumos, puntos, pagos, avisos y
          sesiones. El PDF es para leer; el JSON, para llevarlo a otro programa.
        </p>
        <Download />
      </Card>
      <DeleteAccount />
    </>
  )
}

function Download() {
  const { call } = useQueryClient() as CallQueryClient
  const { clock } = useApp()
  const name = (extension: string) =>
    `mis-datos-surtidor-${toInput(dayOf(clock.now()))}.${extension}`
  const makeJson = async (): Promise<MadeFile> => {
    const { exportedAt, data } = await call(exportData, {})
    const text = JSON.stringify({ exportedAt, ...data }, null, 2)
    return { name: name('json'), content: new Blob([text], { type: 'application/json' }) }
  }
  const makePdf = async (): Promise<MadeFile> => {
    const [{ exportedAt, data }, { pdfBlob }, { personalDataPdf }] = await Promise.all([
      call(exportData, {}),
      import('#app/features/export/renderPdf.ts'),
      import('#app/features/profile/personalDataPdf.ts'),
    ])
    return { name: name('pdf'), content: await pdfBlob(personalDataPdf(exportedAt, data)) }
  }
  return <DownloadButtons what="mis datos" formats={{ PDF: makePdf, JSON: makeJson }} />
}

const Fields = z.object({ password: requiredText(currentPassword()) })

const GOES = [
  'Tu nombre, cédula, correo, celular, dirección y fecha de nacimiento.',
  'Tus afiliaciones y los puntos que tengas.',
  'Tus avisos, mensajes, correos y sesiones.',
  'Las matrículas, el RUT y la cuenta bancaria.',
]
const STAYS = [
  'Los consumos, los movimientos de puntos y los pagos, sin tu nombre: la contabilidad los necesita.',
  'El registro de quién decidió qué, sin datos tuyos.',
  'Por 400 días, lo que las cajas de las estaciones nos mandaron firmado, con tu matrícula o tarjeta.',
]

/** Deletes the account: says what goes and what stays, asks the password, and then once more. */
function DeleteAccount() {
  const { session } = useApp()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const form = useMutationForm({
    mutation: useCallMutation(deleteAccount),
    schema: Fields,
    request: (fields) => fields,
    refusedFields: { wrong_password: 'password' },
    onSuccess: () => {
      session.end()
      void navigate({ to: '/home', replace: true }).then(() => showToast('Borramos tu cuenta'))
    },
    onError: () => setOpen(false),
  })
  return (
    <Card title="Borrar mi cuenta">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-5">
        <Facts title="Se borra, y no vuelve" facts={GOES} />
        <Facts title="Queda" facts={STAYS} />
      </div>
      <MutationForm
        form={form}
        action="borrar tu cuenta"
        button="Borrar mi cuenta"
        kind="danger"
        onSubmit={() => form.validate(Fields) && setOpen(true)}
      >
        <PasswordField label="Tu contraseña" />
      </MutationForm>
      <LazyConfirmDialog
        open={isOpen}
        title="¿Borrar tu cuenta para siempre?"
        danger
        busy={form.isPending}
        onCancel={() => setOpen(false)}
        verb="Borrar mi cuenta"
        onConfirm={form.submit}
      >
        Perdés tus puntos y tus afiliaciones en este momento. No hay manera de recuperarlos.
      </LazyConfirmDialog>
    </Card>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly string[] }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-soft">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}
