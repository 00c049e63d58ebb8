import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Where a command writes. Colours and progress only where a person looks; results always on standard output. */
export interface Terminal {
  readonly isInteractive: boolean
  print(text: string): void
  /** The same without ending the line, for text that comes in pieces. */
  write(text: string): void
  /** For people, on standard error: never mixes with a result that is piped on. */
  note(text: string): void
  style(style: Style, text: string): string
  /** One line, for people who watch, that each call replaces and null takes away; elsewhere nothing. */
  progress(line: string | null): void
  /** Columns as wide as their content; the last one is left ragged. */
  table(headers: readonly string[], rows: readonly (readonly string[])[]): void
}

interface Streams {
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean }
  readonly stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number }
}

export function createTerminal(
  { stdout, stderr }: Streams,
  environment: { NO_COLOR?: string | undefined },
): Terminal {
  const isInteractive = stdout.isTTY === true
  const coloured = isInteractive && !environment.NO_COLOR
  const style = (style: Style, text: string) => (coloured ? styleText(style, text) : text)
  const print = (text: string) => void stdout.write(`${text}\n`)
  return {
    isInteractive,
    print,
    write: (text) => void stdout.write(text),
    note: (text) => void stderr.write(`${text}\n`),
    style,
    progress(line) {
      if (!isInteractive || stderr.isTTY !== true) return
      const { columns = 80 } = stderr
      stderr.write(`\r\u001B[2K${line === null ? '' : line.slice(0, columns - 1)}`)
    },
    table(headers, rows) {
      const widths = headers.map((header, column) =>
        Math.max(header.length, ...rows.map((row) => row[column]?.length ?? 0)),
      )
      const line = (cells: readonly string[]) =>
        cells
          .map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
          .join('  ')
      print(style('bold', line(headers)))
      for (const row of rows) print(line(row))
    },
  }
}
