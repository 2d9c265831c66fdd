import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '#app/context.ts'
import type { MadeFile } from '#app/device/saveFile.ts'
import { DownloadButtons } from '#app/features/export/DownloadButtons.tsx'
import { DeleteAccount } from '#app/features/profile/DeleteAccount.tsx'
import { exportData } from '#contract/user/exportData.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'
import { Card } from '#kit/display/Card.tsx'
import { Text } from '#kit/display/Text.tsx'

/** The rights of Ley 18.331: a copy of everything that is stored, and the end of the account. */
export function PersonalDataSection() {
  return (
    <>
      <Card title="Descargar mis datos">
        <Text kind="soft">
          Todo lo que guardamos de vos: perfil, afiliaciones, consumos, puntos, pagos, avisos y
          sesiones. El PDF es para leer; el JSON, para llevarlo a otro programa.
        </Text>
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
    `mis-datos-surtidor-${clock.now().toISOString().slice(0, 10)}.${extension}`
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
  return <DownloadButtons label="Descargar mis datos" formats={{ PDF: makePdf, JSON: makeJson }} />
}
