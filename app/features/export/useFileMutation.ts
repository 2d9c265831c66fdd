import { useMutation } from '@tanstack/react-query'
import { type ApiError, offlineText, toApiError } from '#kit/api/apiError.ts'

/**
 * Makes a file. Calls and the code that writes the file are loaded at the same time: whichever fails first, its
 * error is that of the connection.
 */
export const useFileMutation = <Given = void>(make: (given: Given) => Promise<unknown>) =>
  useMutation<unknown, ApiError, Given>({
    mutationFn: (given) =>
      make(given).catch((error: unknown) => {
        throw toApiError(error)
      }),
  })

/** Without a network neither a page of the list nor the code that makes a PDF can be loaded. */
export const fileErrorText = ({ noAnswer, message }: ApiError): string => {
  if (noAnswer === 'offline') return offlineText('descargar el archivo')
  return noAnswer
    ? 'No pudimos armar el archivo: fijate si tenés conexión y probá de nuevo.'
    : message
}
