import { useMutation } from '@tanstack/react-query'
import type { MadeFile } from '#app/device/saveFile.ts'
import { ApiError, offlineText, toApiError } from '#kit/api/apiError.ts'
import { useLastResult } from '#kit/api/useLastResult.ts'

/**
 * Makes a file, and saves or shares it. Calls and the code that writes the file are loaded at the same time:
 * whichever fails first, its error is that of the connection. `last` is the result to draw.
 */
export function useFileMutation(make: () => Promise<MadeFile>) {
  const { onSettled, ...last } = useLastResult<void>()
  const { isPending, variables, mutate } = useMutation({
    mutationFn: async (send: (file: MadeFile) => Promise<unknown>) => {
      const file = await make().catch((error: unknown) => {
        throw toApiError(error)
      })
      await send(file)
    },
    onSettled,
  })
  return { isPending, variables, mutate, last }
}

/** Without a network neither a page of the list nor the code that makes a PDF can be loaded. */
export const fileErrorText = (error: Error): string => {
  if (error instanceof ApiError && error.noAnswer === 'offline')
    return offlineText('descargar el archivo')
  return error instanceof ApiError && !error.noAnswer
    ? error.message
    : 'No pudimos armar el archivo: fijate si tenés conexión y probá de nuevo.'
}
