import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import bunzip from 'seek-bzip'

/** Set to 1 when a message was answered: the thread sleeps until then, so neither side can run ahead of the other. */
export type Answered = Int32Array<SharedArrayBuffer>

/** What the thread says: it needs packed bytes, has plain ones, or is done. Each but the last two is answered. */
export type BunzipMessage = 'more' | 'end' | { readonly plain: Uint8Array } | { readonly broken: string }

const port = parentPort
if (!port) throw new Error('This module runs in a worker thread.')
const answered = workerData as Answered // given by `bunzip`, and by nobody else

function ask(message: BunzipMessage): Uint8Array | null {
  port?.postMessage(message)
  Atomics.wait(answered, 0, 0)
  Atomics.store(answered, 0, 0)
  return port ? (receiveMessageOnPort(port)?.message as Uint8Array | null) : null
}

let packed: Uint8Array | null = new Uint8Array()
let at = 0
const input = {
  eof(): boolean {
    while (packed && at === packed.length) {
      packed = ask('more')
      at = 0
    }
    return packed === null
  },
  readByte(): number {
    if (this.eof()) throw new Error('it ends too early')
    return packed![at++]!
  },
  read(into: Uint8Array, offset: number, length: number): number {
    for (let index = 0; index < length; index++) into[offset + index] = this.readByte()
    return length
  },
}

const plain = new Uint8Array(256 * 1024)
let used = 0
function flush(): void {
  if (used > 0) ask({ plain: plain.slice(0, used) })
  used = 0
}
const output = {
  writeByte(byte: number): void {
    plain[used++] = byte
    if (used === plain.length) flush()
  },
}

try {
  bunzip.decode(input, output, true)
  flush()
  port.postMessage('end' satisfies BunzipMessage)
} catch (error) {
  port.postMessage({ broken: (error as Error).message } satisfies BunzipMessage)
}
