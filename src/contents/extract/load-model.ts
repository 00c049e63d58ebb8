import { readFileSync } from 'node:fs'
import type { Trees } from './trees.ts'

/** Reads a model that lies beside this file, and refuses one that was trained on other features. */
export function loadModel(file: string, features: readonly string[]): Trees {
  // Written by the training program, in exactly this shape.
  const model = JSON.parse(readFileSync(new URL(`./models/${file}`, import.meta.url), 'utf8')) as Trees
  if (model.features.join() !== features.join()) {
    throw new Error(`The model ${file} was trained on other features; train it again.`)
  }
  return model
}
