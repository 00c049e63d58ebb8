import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '../../ports/metrics.ts'

const full = (name: string) => `winnow_${name}`

/** A registry of its own, so that two servers in one process (as in tests) do not share numbers. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]

  return {
    counter(name, help, labels = []) {
      const counter = new Counter({ name: full(name), help, labelNames: [...labels], registers })
      return (values = {}, by = 1) => counter.inc(values, by)
    },
    histogram(name, help, labels = []) {
      const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
      const histogram = new Histogram({ name: full(name), help, labelNames: [...labels], buckets, registers })
      return (value, values = {}) => histogram.observe(values, value)
    },
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({
        name: full(name),
        help,
        registers,
        async collect() {
          gauge.set(await read())
        },
      })
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
