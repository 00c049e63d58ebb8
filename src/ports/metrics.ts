/** Numbers for an operator's dashboard. Names are given without the `winnow_` prefix. */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): (labels?: Labels, by?: number) => void
  histogram(name: string, help: string, labels?: readonly string[]): (value: number, labels?: Labels) => void
  /** Read when somebody looks, so it costs nothing otherwise. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** The Prometheus text format. */
  render(): Promise<{ contentType: string; text: string }>
}

type Labels = Readonly<Record<string, string | number>>
