import { FileSpreadsheet, FileText } from 'lucide-react'
import { type MadeFile, saveFile } from '#app/device/saveFile.ts'
import { fileErrorText, useFileMutation } from '#app/features/export/useFileMutation.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'

const ICONS = { PDF: FileText, CSV: FileSpreadsheet, JSON: FileText, Fuelio: FileSpreadsheet }

interface Props {
  /** What is downloaded: `el estado de cuenta`. */
  what: string
  formats: Partial<Record<keyof typeof ICONS, () => Promise<MadeFile>>>
}

export function DownloadButtons({ what, formats }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium first-letter:uppercase">{what}</legend>
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {(['PDF', 'CSV', 'JSON', 'Fuelio'] as const).map((format) => {
          const make = formats[format]
          return make && <DownloadButton key={format} {...{ what, format, make }} />
        })}
      </div>
    </fieldset>
  )
}

interface ButtonProps {
  what: string
  format: keyof typeof ICONS
  make: () => Promise<MadeFile>
}

function DownloadButton({ what, format, make }: ButtonProps) {
  const { last, ...download } = useFileMutation(make)
  const Icon = ICONS[format]
  return (
    <>
      <Button
        kind="quiet"
        busy={download.isPending}
        aria-label={`Descargar ${what} en ${format}`}
        onClick={() => download.mutate(saveFile)}
      >
        {!download.isPending && <Icon aria-hidden="true" size={20} />}
        {format}
      </Button>
      {last.error && (
        <div className="order-last w-full">
          <Alert key={last.count} tone="bad">
            {fileErrorText(last.error)}
          </Alert>
        </div>
      )}
    </>
  )
}
