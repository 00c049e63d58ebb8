import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumModule } from '@hyzyla/pdfium'

const functions = [
  'FPDF_InitLibraryWithConfig',
  'FPDF_LoadMemDocument',
  'FPDF_GetLastError',
  'FPDF_CloseDocument',
  'FPDF_GetPageCount',
  'FPDF_GetMetaText',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetText',
  'FPDFText_GetFontSize',
  'FPDFText_GetCharBox',
] as const

/** The functions of PDFium that text needs. Handles and pointers are numbers into its own memory. */
export type Pdfium = Readonly<Record<(typeof functions)[number], (...args: number[]) => number>> & {
  /** A new view each time: memory moves when it grows. */
  readonly memory: () => Uint8Array
  /** Zero when the limit is reached. */
  readonly allocate: (size: number) => number
  readonly free: (pointer: number) => void
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
  const options = {
    instantiateWasm(imports: object, done: (instance: WasmInstance) => void): object {
      const instance = new WebAssembly.Instance(module, imports)
      limitMemory(instance.exports['memory'] as WasmMemory)
      done(instance)
      return instance.exports
    },
  }
  // The package types a part of what Emscripten made: functions with an underscore, the heap, and the allocator.
  const raw = (await PDFiumModule(options)) as unknown as Record<string, unknown>
  const { malloc, free } = raw['wasmExports'] as { malloc: Pdfium['allocate']; free: Pdfium['free'] }
  const pdfium = {
    ...Object.fromEntries(functions.map((name) => [name, raw[`_${name}`]])),
    memory: () => raw['HEAPU8'] as Uint8Array,
    allocate: malloc,
    free,
  } as Pdfium
  pdfium.FPDF_InitLibraryWithConfig(0)
  return pdfium
}

function limitMemory(memory: WasmMemory): void {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * wasmPageBytes > mostMemoryBytes) {
      throw new RangeError('memory limit')
    }
    return grow(pages)
  }
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
