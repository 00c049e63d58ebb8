import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumModule } from '@hyzyla/pdfium'

/** The parts of PDFium that text needs. Handles and pointers are numbers into its own memory. */
export interface Pdfium {
  readonly HEAPU8: Uint8Array
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void }
  _FPDF_InitLibraryWithConfig(config: number): void
  _FPDF_LoadMemDocument(pointer: number, size: number, password: number): number
  _FPDF_GetLastError(): number
  _FPDF_CloseDocument(document: number): void
  _FPDF_GetPageCount(document: number): number
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, size: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetText(text: number, start: number, count: number, buffer: number): number
  _FPDFText_GetFontSize(text: number, index: number): number
  _FPDFText_GetCharBox(
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number
}

/** The standard global, of which Node's types leave out what is used here. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  Instance: new (module: object, imports: object) => WasmInstance
}
interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>
}
interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** A document that unpacks to more than this is refused memory, and fails alone. */
const mostMemoryBytes = 512 * 1024 * 1024
const wasmPageBytes = 65_536

let loaded: Promise<Pdfium> | null = null

/** Compiled once per thread, at the first PDF. A crash inside leaves it unusable: see `forgetPdfium`. */
export function loadPdfium(): Promise<Pdfium> {
  loaded ??= start()
  return loaded
}

export function forgetPdfium(): void {
  loaded = null
}

async function start(): Promise<Pdfium> {
  const file = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
  const module = await WebAssembly.compile(readFileSync(file))
  const started: unknown = await PDFiumModule({
    instantiateWasm(imports: object, done: (instance: WasmInstance) => void) {
      const instance = new WebAssembly.Instance(module, imports)
      limitMemory(instance.exports['memory'] as WasmMemory)
      done(instance)
      return instance.exports
    },
  } as unknown as Parameters<typeof PDFiumModule>[0]) // its types leave out what Emscripten accepts
  const pdfium = started as Pdfium
  pdfium._FPDF_InitLibraryWithConfig(0)
  return pdfium
}

function limitMemory(memory: WasmMemory): void {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * wasmPageBytes > mostMemoryBytes)
      throw new RangeError('memory limit')
    return grow(pages)
  }
}
