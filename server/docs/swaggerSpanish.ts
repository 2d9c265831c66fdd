/** The words of Swagger UI that a person reads, in Spanish. It has no other way to translate them. */
const WORDS: Record<string, string> = {
  Servers: 'Servidor',
  Authorize: 'Ingresar',
  Schemas: 'Esquemas',
  Parameters: 'Parámetros',
  'No parameters': 'Sin parámetros',
  'Request body': 'Cuerpo del pedido',
  'Request Body': 'Cuerpo del pedido',
  required: 'obligatorio',
  Responses: 'Respuestas',
  'Server response': 'Respuesta del servidor',
  Code: 'Código',
  Description: 'Descripción',
  Details: 'Detalle',
  Links: 'Enlaces',
  'No links': 'Sin enlaces',
  'Media type': 'Tipo de contenido',
  'Example Value': 'Ejemplo',
  Example: 'Ejemplo',
  'Edit Value': 'Editar',
  Schema: 'Esquema',
  Model: 'Modelo',
  'Try it out': 'Probar',
  Cancel: 'Cancelar',
  Reset: 'Restablecer',
  Execute: 'Ejecutar',
  Clear: 'Limpiar',
  Curl: 'Como curl',
  'Request URL': 'Dirección',
  'Request duration': 'Duración',
  'Response body': 'Cuerpo de la respuesta',
  'Response headers': 'Encabezados de la respuesta',
  Download: 'Descargar',
  'Error:': 'Error:',
  Undocumented: 'No documentado',
  'Undocumented Error:': 'Error no documentado:',
  Loading: 'Cargando',
  LOADING: 'Cargando',
  'Failed to fetch.': 'No hubo respuesta.',
  'Possible Reasons:': 'Puede ser por:',
  'Copy to clipboard': 'Copiar',
  'Copy code to clipboard': 'Copiar el código',
  'Copy path to clipboard': 'Copiar la dirección',
  'Copy cURL command to clipboard': 'Copiar el comando',
  'Skip to operations': 'Saltar a las llamadas',
  Explore: 'Explorar',
  'Switch to dark mode': 'Usar colores oscuros',
  'Switch to light mode': 'Usar colores claros',
  'Request content type': 'Tipo de contenido del pedido',
  'Media Type': 'Tipo de contenido',
  'authorization button unlocked': 'Pide sesión',
  'Expand operation': 'Abrir la llamada',
  'Collapse operation': 'Cerrar la llamada',
  'Expand all': 'Abrir todo',
  'Collapse all': 'Cerrar todo',
  'Available authorizations': 'Cómo se ingresa',
}

/**
 * Replaces the words on the page and those that are drawn later. The page embeds the source text of
 * this function, so it refers to nothing outside of itself.
 */
function translate(words: Record<string, string>): void {
  const page = globalThis as unknown as BrowserWindow
  const attributes = ['title', 'aria-label', 'placeholder']
  const spanish = (text: string) => words[text.trim()]
  const visit = (node: PageNode): void => {
    if (node.nodeType === 3) {
      const found = spanish(node.nodeValue)
      // Examples and schemas contain the same words as names of fields.
      if (found !== undefined && !node.parentElement?.closest('pre, code, textarea, .model'))
        node.nodeValue = node.nodeValue.replace(node.nodeValue.trim(), found)
      return
    }
    for (const name of attributes) {
      const found = spanish(node.getAttribute?.(name) ?? '')
      if (found !== undefined) node.setAttribute(name, found)
    }
    for (const child of node.childNodes) visit(child)
  }
  const { body } = page.document
  visit(body)
  new page.MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (addedNodes.length > 0) for (const node of addedNodes) visit(node)
      else visit(target)
  }).observe(body, { childList: true, subtree: true, characterData: true })
}

/** The parts of a browser's window and of its nodes that the function uses. */
interface BrowserWindow {
  document: { body: PageNode }
  MutationObserver: new (
    changed: (changes: { target: PageNode; addedNodes: PageNode[] }[]) => void,
  ) => { observe(node: PageNode, options: object): void }
}
interface PageNode {
  nodeType: number
  nodeValue: string
  parentElement: { closest(selector: string): unknown } | null
  childNodes: PageNode[]
  getAttribute?(name: string): string | null
  setAttribute(name: string, value: string): void
}

/** The script that shows Swagger UI in Spanish. */
export const TRANSLATION = `document.documentElement.lang = 'es-UY';(${translate.toString()})(${JSON.stringify(WORDS)})`
